import { usageError } from '../shared/client-error.ts'
import type { StartSettings } from './start.ts'

/** The file that `--watch` watches; a usage error where only shipped names were given. */
export function watchedFile({ scenario, fixtures }: StartSettings): string {
  const file = [scenario, ...(fixtures ?? [])].find((name) => name !== undefined && /\.(?:ya?ml|json)$/i.test(name))
  if (file !== undefined) return file
  throw usageError('--watch needs a scenario or fixture file to watch: svc-emulator start ./scenario.yaml --watch')
}
