// What can be wrong with a credentials file, told before the server is asked.

#include "core/explain_commands.h"
#include "core/explain_pages.h"

namespace azfiles::pages {
namespace {

constexpr std::string_view write_anew =
    "Write the file again, with an editor or with the command below: start it, type or paste the "
    "two lines, and end with Ctrl-D.";

constexpr auto write_commands = std::to_array<ExplainCommand>({
    {"write it anew; the key stands on no command line",
     "install -m 600 /dev/stdin /etc/azfiles/ACCOUNT.cred"},
    {"does it have carriage returns, or a mark at its start?", "file /etc/azfiles/ACCOUNT.cred"},
});

constexpr auto mode_commands = std::to_array<ExplainCommand>({
    {"give it to root alone", "chown root:root /etc/azfiles/ACCOUNT.cred"},
    {"", "chmod 0600 /etc/azfiles/ACCOUNT.cred"},
});

constexpr auto pages = std::to_array<ExplainPage>({
    {"credentials-bytes", "The file has bytes that no editor shows",
     "A byte-order mark, a carriage return, a blank of no width or a control character came with "
     "the text, as from an editor on Windows or from a web page. mount.cifs hands them to the "
     "server, which then refuses the key, or logs on as root.",
     "Line and byte are named; the contents never are.", write_anew,
     "Left alone, the server refuses the logon with error 13 and no hint why.", write_commands},
    {"credentials-incomplete", "A line of the file is missing, or empty",
     "User and key are needed; at Azure Files the user may be left out, since it is the first part "
     "of the host's name.",
     "There is no line password=, nothing behind an =, no user anywhere, or the file is empty.",
     "The file needs the lines username=ACCOUNT and password=KEY, without blanks round the =.",
     "mount.cifs would ask for the password at a terminal, or hold up a boot.", write_commands},
    {"credentials-key", "The password is no storage account key",
     "The key of a storage account is 88 characters of base64 that end with ==. What stands in the "
     "file is shorter, longer, or has other characters, quotes or blanks.",
     "The host has a name of Azure Files and the profile is azure-files; the number of characters, "
     "or the place of the odd one, is named.",
     "Copy one of the two keys again (portal: Security + networking, Access keys), all of it and "
     "nothing round it. It is taken as it is: no quotes, no escapes.",
     "Left alone, the server would refuse the logon with error 13.", write_commands},
    {"credentials-line", "A line of the file says nothing",
     "Lines give a user, a password or a domain, by the beginning of their name: user, pass, dom. "
     "Every other line is ignored without a word, as where a name has a typing error or a key "
     "stands alone.",
     "The line is named. Empty lines and those that begin with # are none of these.",
     "Write username=, password=, password2= or domain= before its value, put a # before a "
     "comment, or leave the line out.",
     "The key or user that was meant is not used.", write_commands},
    {"credentials-name", "A user or domain in the file is odd",
     "There is a blank or a quote before or behind the name, or it is longer than the kernel "
     "takes.",
     "The line is named.", "Write the value alone: what stands behind the = is taken as it is.",
     "Left alone, the server would refuse the logon with error 13.", write_commands},
    {"credentials-none", "No credentials were given",
     "A mount with a key needs a file that holds the key, and none was named.",
     "There is no credentials= among the options, and no sec=krb5, sec=none or guest.",
     "Make the file and mount with credentials=FILE. Kerberos needs none: sec=krb5.", "None.",
     write_commands},
    {"credentials-path", "A key stands in the name of the file",
     "A part of the path looks like the key of a storage account. Names of files stand in fstab, "
     "in lists of processes and in logs, where everybody reads them.",
     "A part of the path is 80 or more characters of base64. It is not repeated.",
     "Rename the file for its account, correct fstab, and rotate the key.",
     "Who has the key of a storage account has all of its data.", mode_commands},
    {"credentials-readable", "Others may read the credentials file",
     "The file works, and every user of the machine, or those of its group, may read the key.",
     "Its mode lets the group or all read.",
     "Take that right away: only root should read it. If others had access, rotate the key.",
     "The key is known to whom it should not be.", mode_commands},
    {"credentials-twice", "The file has a line twice",
     "Two lines give the user, the password or the domain. mount.cifs takes the last and says "
     "nothing.",
     "The second line is named.",
     "Leave one of them. A second key goes into a line password2=, which Linux 6.9 and later try "
     "where the first is refused.",
     "None.", write_commands},
    {"credentials-unreadable", "The credentials file could not be read",
     "It does not exist, may not be read by who mounts, is no regular file, or is too large. This "
     "\"No such file or directory\" has nothing to do with the share.",
     "Opening or reading it failed; the path and the system's words are given.",
     "Check the path. In fstab it must begin with /, since there is no folder there to start from. "
     "Mount as root, or make the file readable for who mounts.",
     "None.", mode_commands},
    {"credentials-unsafe", "Others may write the credentials file",
     "Who may write the file can have this machine log on elsewhere, or as somebody else. It is "
     "refused.",
     "Its mode lets the group or all write.",
     "Take that right away: only its owner may write it, and only its owner should read it.",
     "None. A file that others may only read is named and used: the key is then known to them.",
     mode_commands},
});
static_assert(are_sorted(pages), "the pages are not sorted, or have an id twice");

}  // namespace

std::span<const ExplainPage> of_credentials() {
    return pages;
}

}  // namespace azfiles::pages
