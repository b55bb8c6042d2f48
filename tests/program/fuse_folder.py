#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Mounts a folder as a network file system might show it: fuse_folder.py FOLDER MOUNT_POINT refused|ignored [direct]

Locks are refused (ENOLCK), or reported as granted without locking anything. With `direct` there is no cache of pages,
and therefore no shared mmap. Runs until the file system is unmounted. Needs python3-fusepy and /dev/fuse."""
import ctypes
import errno
import fcntl
import os
import sys

import fusepy

ATTRIBUTES = 'atime ctime mtime mode nlink size uid gid blocks'.split()


class Folder(fusepy.Operations):
    def __init__(self, folder, grants_locks):
        self.folder, self.grants_locks = folder, grants_locks

    def place(self, path):
        return self.folder + path

    def getattr(self, path, fh=None):
        found = os.lstat(self.place(path))
        return {'st_' + name: getattr(found, 'st_' + name) for name in ATTRIBUTES}

    def readdir(self, path, fh):
        return ['.', '..'] + os.listdir(self.place(path))

    def statfs(self, path):
        found = os.statvfs(self.place(path))
        return {name: getattr(found, name) for name in ('f_bavail', 'f_bfree', 'f_blocks', 'f_bsize', 'f_frsize')}

    def open(self, path, flags):
        return os.open(self.place(path), flags)

    def create(self, path, mode, fi=None):
        return os.open(self.place(path), os.O_RDWR | os.O_CREAT, mode)

    def read(self, path, size, offset, fh):
        return os.pread(fh, size, offset)

    def write(self, path, data, offset, fh):
        return os.pwrite(fh, data, offset)

    def truncate(self, path, length, fh=None):
        os.truncate(self.place(path), length)

    def release(self, path, fh):
        os.close(fh)

    def fsync(self, path, datasync, fh):
        os.fsync(fh)

    def unlink(self, path):
        os.unlink(self.place(path))

    def link(self, target, source):
        os.link(self.place(source), self.place(target))

    def rename(self, old, new):
        os.rename(self.place(old), self.place(new))

    def mkdir(self, path, mode):
        os.mkdir(self.place(path), mode)

    def rmdir(self, path):
        os.rmdir(self.place(path))

    def chmod(self, path, mode):
        os.chmod(self.place(path), mode)

    def utimens(self, path, times=None):
        os.utime(self.place(path), times)

    def lock(self, path, fh, command, lock):
        if not self.grants_locks:
            raise fusepy.FuseOSError(errno.ENOLCK)
        ctypes.c_short.from_address(lock).value = fcntl.F_UNLCK  # l_type: F_GETLK finds no lock
        return 0


folder, mount_point, locks = sys.argv[1:4]
fusepy.FUSE(Folder(folder, locks == 'ignored'), mount_point, foreground=True, direct_io='direct' in sys.argv[4:])
