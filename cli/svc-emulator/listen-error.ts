import { unusable } from '../shared/client-error.ts'

/** Explains why the server cannot listen, with the flag to change (exit code 2); returns any other error unchanged. */
export function listenError(error: unknown, { port, host }: { readonly port: number; readonly host: string }): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return unusable(`port ${port} is in use; choose another with --port, or --port 0 for any free one`)
  if (code === 'EACCES') return unusable(`port ${port} may not be used by this user; choose one above 1023 with --port`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return unusable(`this machine has no address '${host}'; choose another with --host`)
  return error
}
