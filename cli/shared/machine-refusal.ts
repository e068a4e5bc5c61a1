/** Messages for refusals of the system, with its error code. Imports nothing, because every command may need it. */
const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'a file may not be that large here',
  EROFS: 'the disk is read-only',
  EACCES: 'permission denied',
  ENAMETOOLONG: 'its name is too long',
  EPERM: 'not permitted',
  ELOOP: 'its links lead in a circle',
  ENOTDIR: 'a part of its path is no folder',
  EEXIST: 'there is a file of that name',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open on this machine',
}

/** Message for a refusal of the system; undefined for any other error. */
export function machineRefusal(error: unknown): string | undefined {
  const { code = '', syscall, path } = error as NodeJS.ErrnoException
  if (syscall === undefined || path === undefined || reasons[code] === undefined) return undefined
  const because = `(${whyNot(error)})`
  return syscall === 'mkdir' ? `the folder ${path} cannot be made ${because}` : `${path}: ${syscall} failed ${because}`
}

/** The reason why a file could not be written, with the system's code. */
export function whyNot(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  const reason = reasons[code]
  if (reason !== undefined) return `${reason}, ${code}`
  return code === 'EIO' ? `${message}, EIO` : code || message
}
