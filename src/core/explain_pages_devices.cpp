// The network devices of this machine.

#include "core/explain_commands.h"
#include "core/explain_pages.h"

namespace azfiles::pages {
namespace {

constexpr auto accelerated_commands = std::to_array<ExplainCommand>({
    {"show it",
     "az network nic show --resource-group RG --name NIC --query enableAcceleratedNetworking"},
    {"switch it on (the virtual machine must be deallocated)",
     "az vm deallocate --resource-group RG --name VM"},
    {"", "az network nic update --resource-group RG --name NIC --accelerated-networking true"},
    {"", "az vm start --resource-group RG --name VM"},
    {"the same in Az PowerShell", "$n = Get-AzNetworkInterface -ResourceGroupName RG -Name NIC",
     Shell::powershell},
    {"", "$n.EnableAcceleratedNetworking", Shell::powershell},
    {"", "$n.EnableAcceleratedNetworking = $true; $n | Set-AzNetworkInterface", Shell::powershell},
});

constexpr auto pages = std::to_array<ExplainPage>({
    {"few-queues",
     "There are fewer receive queues than channels",
     "The network device can have more receive queues than it has, and each channel could be "
     "received on a CPU of its own.",
     "The channels in use of the device that carries the route to the server (ethtool -l) are "
     "fewer than the mount's channels and the CPUs.",
     "Set more with the command that the finding names. It lasts until the machine starts again: "
     "put it where the network is configured.",
     "The channels work; some of them share a CPU. Setting queues interrupts the network for a "
     "moment.",
     {}},
    {"nic-not-seen",
     "What carries the traffic to the server can't be seen",
     "The route to the server goes through a device that stands on others, as in a container or "
     "behind a bridge, and those can't be seen from here. Whether channels are received on "
     "several CPUs depends on them.",
     "A bridge, a device in another network namespace, or a bond without a port that is up.",
     "Run azfiles check on the host, or look there: ethtool -l DEVICE shows the queues of a "
     "device, ethtool -x DEVICE how they are filled.",
     "None: the channels work all the same.",
     {}},
    {"no-accelerated-networking", "The virtual machine has no accelerated networking",
     "On an Azure virtual machine with accelerated networking, packets go past the host by a "
     "virtual function of the network card. Here the host handles every packet.",
     "The route to the server leads through a device with the driver hv_netvsc that has no virtual "
     "function below it, on a machine with Azure's chassis tag.",
     "Switch it on, if the size of the virtual machine offers it. The portal does so by default; "
     "templates and Ansible may not, and it stays off after a resize from a size that lacked it.",
     "It is free of charge, and needs the machine to be stopped for a moment. Without it latency "
     "is higher, and CPU time goes into packets.",
     accelerated_commands},
    {"rss-off",
     "All received packets go into one receive queue",
     "The network device has several receive queues, and its table puts everything that comes in "
     "into one of them, so that one CPU receives for all channels.",
     "All entries of the device's indirection table (ethtool -x) name the same queue.",
     "Spread it with the command that the finding names, which takes the queues that there are. "
     "Somebody or some tuning script has set the table: find out why first.",
     "The channels work, and one CPU bounds what they receive.",
     {}},
    {"second-nic-unused",
     "Further network devices carry nothing to this server",
     "An endpoint of Azure Files or Azure NetApp Files is one address, and the kernel's routes "
     "lead to it through one device. Further devices of this machine add nothing.",
     "A network device with hardware behind it is up, and no route to an address of the server "
     "goes through it.",
     "Nothing is wrong. For more throughput take a size of virtual machine with a faster network: "
     "its limit counts over all devices together.",
     "A second device costs its price and brings nothing for this mount.",
     {}},
    {"single-queue-nic",
     "All channels share one CPU at the network device",
     "The network device hands what it receives to one CPU, so that several channels bring little.",
     "The device that the route to the server goes through has one receive queue.",
     "On a virtual machine choose a size with several virtual CPUs and accelerated networking. "
     "Elsewhere add queues: ethtool -l DEVICE shows how many there can be, ethtool -L DEVICE "
     "combined 4 sets them.",
     "The channels work, and one CPU bounds what they receive. Setting queues interrupts the "
     "network for a moment.",
     {}},
});
static_assert(are_sorted(pages), "the pages are not sorted, or have an id twice");

}  // namespace

std::span<const ExplainPage> of_devices() {
    return pages;
}

}  // namespace azfiles::pages
