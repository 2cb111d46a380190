#pragma once

#include "core/anonymous_address.h"

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace azfiles {

/// What a name is of; the other name says so: "account1", "host2".
enum class NameOf { account, host, domain, machine, user };

/// Replaces the names of accounts, hosts, domains and users, and addresses, by others,
/// each always by the same one, so that a text tells the same and nobody's name. All
/// texts are learnt from before the first is replaced.
///
/// A name is replaced where it stands as a whole word, in any case. One that is also
/// a word of the formats that are read here ("session", "seal"), that has less than
/// three characters or no letter, is replaced only where a name must stand: behind
/// "//" and "\\", as the first part of a host's name, and as the value of an option
/// that is a name. So no verdict changes.
///
/// Names that everybody has stay: "root", "localhost", the suffixes of Azure.
class Anonymiser {
public:
    enum class Replace { names_and_addresses, nothing };

    explicit Anonymiser(Replace what) : what_{what} {}

    void learn_host(std::string_view host);  ///< "acct.file.core.windows.net", "fs1.corp.example"
    void learn_machine(std::string_view name);  ///< as uname -n says it
    void learn_user(std::string_view user);     ///< "DOMAIN\user", "user@domain", "user"
    void learn_option(std::string_view name, std::string_view value);  ///< of a mount
    /// Hosts behind "//" and "\\", those of Azure, what stands behind "Hostname:" and
    /// the like, and whose home folders are named.
    void learn_text(std::string_view text);

    std::string replaced(std::string_view text);
    /// The value of a mount's option. "user%password", as smbfs read it, loses the
    /// password even where nothing is replaced.
    std::string replaced_option(std::string_view name, std::string_view value);

private:
    struct Name {
        NameOf kind = NameOf::host;
        bool is_plain = false;  ///< replaced only where a name must stand
        std::string other;      ///< empty until it is needed
    };
    /// A name ends before these: no domain of Windows lets them into one.
    static constexpr std::string_view not_in_names = "\\/:;|=,+*?<>\"[]()\n\t";

    using Names = std::map<std::string, Name, std::less<>>;
    /// Where in a text something was replaced, by what.
    struct Piece {
        std::size_t length = 0;  ///< 0: nothing is there to be replaced
        std::string other;
    };

    void learn(NameOf kind, std::string_view name);
    void learn_labels(NameOf first, std::string_view host);
    std::string other_of(Name& name);
    Piece name_at(std::string_view text, std::size_t at);
    Piece address_at(std::string_view text, std::size_t at);
    std::string replaced_user(std::string_view user);

    Replace what_;
    Names names_;
    std::set<std::size_t, std::greater<>> lengths_;  ///< of names, the longest first
    std::array<bool, 256> begins_name_{};
    std::map<NameOf, std::size_t> counts_;
    std::set<std::string> taken_;  ///< words of the texts that look like other names
    AnonymousAddresses addresses_;
};

}  // namespace azfiles
