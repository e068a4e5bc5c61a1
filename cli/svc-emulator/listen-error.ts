import { ClientError } from '../shared/client-error.ts'

/** Explains why the server cannot listen, with the flag to change; returns any other error unchanged. */
export function listenError(error: unknown, { port, host }: { readonly port: number; readonly host: string }): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return new ClientError(
      'UNEXPECTED',
      `port ${port} is in use; choose another with --port, or --port 0 for any free one`,
    )
  if (code === 'EACCES')
    return new ClientError('UNEXPECTED', `port ${port} may not be used by this user; choose one above 1023 with --port`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new ClientError('UNEXPECTED', `this machine has no address '${host}'; choose another with --host`)
  return error
}
