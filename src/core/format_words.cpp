#include "core/format_words.h"

#include <string>

namespace azfiles {
namespace {

// Labels and values of DebugData and Stats, options of cifs and of mount(8), and the
// words of the kernel's messages; names with an underline whole and in parts. Each has
// a blank on both sides.
constexpr std::string_view words =
    " _netdev aborting access acdirmax acl acregmax actimeo active adding addr address"
    " advertise aes128 aes256 aligned allocated allow anonymous app atime attempting attempts"
    " attributes autofs automount availability available azfiles azure azure-files backup"
    " backupgid backupuid bad bps breaks broken bsize built by_user bytes cache cached call"
    " callbacks cancelled capabilities capability case ccm changed channel channels"
    " characteristics cifs cifsacl cifsmaxbufsize cipher client clientguid closed closes"
    " closetimeo cluster code com compress compression connect connected connecting connection"
    " connectionid context continuous core count create cred credentials credits cruid data"
    " dead debug debug2 debugging default defaults defcontext deletes denied devinfo dfs"
    " dialect dir dir_mode direct directories dirs dirsync disabled disconnected disk display"
    " domain domainauto dynperm echo echo_interval enabled enc encrypted encryption error"
    " errors esize extra failed failure features file file_mode files filesystem flags flushed"
    " flushes for forcegid forcemandatorylock forceuid found fsc fscache fscontext full gbps"
    " gcm gcm256 gid good guest handlecache handletimeout hard has hash hostname idsfromsid"
    " iface infos insecure instance interface interfaces internal interval intr invalid"
    " iocharset ioctls ipc ipc$ ipv4 ipv6 kernel kernel_line key krb5 krb5i lanman last leaf"
    " lease legacy link links linux local locallease locks log logoffs logon longer loose lost"
    " major manager many mapchars mapped mapposix master max max_cached_dirs max_channels"
    " max_credits maximal maxreq mbps mfsymlinks mid mids min min_enc_offload minor mkdirs"
    " mode modefromsid module mount mounted mounts multichannel multiuser name names native"
    " nativesocket needs negotiate negotiated net netapp netbiosname netdev network new nfs"
    " noacl noatime noauto nobrl nocase nodelete nodev nodfs noexec nofail nohandlecache"
    " nolease nolinux none noperm noposix nos noserverino nosharesock nosparse nostrictsync"
    " nosuid not note notes nounix nouser nouser_xattr ntlm ntlmi ntlmssp ntlmsspi ntlmv2"
    " number off offload open opened opens operation oplockbreaks oplocks optimal option"
    " options origin param parameter parse partition password path pathcomponentmax perm"
    " persistenthandles physical port posix posixpaths prefixpath primary profile protocol"
    " querydirectories queryinfos rasize rawntlmssp rdma read reads reconnect reconnecting"
    " reconnections refs refused registrations relatime renames reparse req requests required"
    " rescue resilienthandles resources responded response retrans return returned rmdirs root"
    " rootcontext rootfs rsize rss rwpidforward samba seal sec secmode secondary seconds"
    " sector security send sent seq serial server serverino servern servernos serveros servers"
    " session sessionid sessions sesssetup setinfos setuids setup sfu share shared shares"
    " sharesock sign signed signing signloosely size slave smb smb1 smb2 smb3 snapshot socket"
    " soft source sparse speed spnego state stats stats2 status strict strictatime strictcache"
    " strictsync structures successfully support supported suppressed symlink symlinkroot"
    " symlinks sync target tcon tcp tcpnodelay the tid timed timeout too total transport tree"
    " treeconnects treediscons trim type uid unable unc unix unknown unreachable upcall"
    " upcall_target updated use user user_xattr username users uses valid value verify vers"
    " version vfs wait warn weight wire with witness witnesses write writeflushes writes wsize"
    " wsl x-systemd xattr"
    " ";

}  // namespace

bool is_format_word(std::string_view word) {
    if (word.empty() || word.find(' ') != std::string_view::npos)
        return false;
    return words.find(std::string{" "}.append(word).append(" ")) != std::string_view::npos;
}

}  // namespace azfiles
