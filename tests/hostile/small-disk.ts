/** Disks with too little room, as real ones as the machine allows. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  readonly folder: string
  /** Takes all room but so many bytes. */
  fill(left: number): void
  remove(): void
}

/** A file system of this many bytes; undefined where this user may not mount one. */
export function mountSmallDisk(bytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'svc-small-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=0700`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
  return {
    folder,
    fill(left) {
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(join(folder, 'filler'), Buffer.alloc(Math.max(0, bavail * bsize - left)))
    },
    remove() {
      execFileSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true })
    },
  }
}

/** True if this user may mount. */
export const mayMount = ((): boolean => {
  const disk = mountSmallDisk(65_536)
  disk?.remove()
  return disk !== undefined
})()

/** True if a shell can limit the size of files: the system then writes less, and fails at the next write. */
export const mayLimit = process.platform !== 'win32'

/** The words that run a command whose files may hold so many KiB. */
export function limited(kibibytes: number, command: readonly string[]): string[] {
  return ['bash', '-c', `ulimit -f ${kibibytes}; exec "$@"`, 'bash', ...command]
}
