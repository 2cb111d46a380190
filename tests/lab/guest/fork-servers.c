/*
 * Starts several smbd from one: loaded with LD_PRELOAD, it forks before main()
 * once for each server named in LAB_SERVERS, puts each child into the network
 * namespace of that name and gives it that server's configuration file.
 *
 * Under an emulated processor the dynamic linker takes over a second for smbd
 * and its 140 libraries; this way only once.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

__attribute__((constructor)) static void fork_servers(int argc, char **argv)
{
	static char path[256];
	char *names = getenv("LAB_SERVERS");

	if (!names)
		return;
	unsetenv("LAB_SERVERS");
	unsetenv("LD_PRELOAD");
	for (char *name = strtok(names, " "); name; name = strtok(NULL, " ")) {
		if (fork() != 0)
			continue;
		snprintf(path, sizeof path, "/run/netns/%s", name);
		int namespace = open(path, O_RDONLY | O_CLOEXEC);
		if (namespace < 0 || setns(namespace, CLONE_NEWNET) != 0) {
			perror(path);
			_exit(1);
		}
		close(namespace);
		snprintf(path, sizeof path, "/srv/%s/smb.conf", name);
		argv[argc - 1] = path;
		return;
	}
	_exit(0);
}
