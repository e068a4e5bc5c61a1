import { percentDecoded } from '../../../emulator/engine/checking/percent-decoded.ts'
import { isSecretField } from '../../../emulator/scenario/record/fields.ts'

/** Replaces a secret in the query of a path by `***`, for output. */
export function withoutQuerySecrets(path: string): string {
  const [before = '', ...rest] = path.split('?')
  if (rest.length === 0) return path
  const parts = rest
    .join('?')
    .split('&')
    .map((part) => {
      const [name = '', value] = part.split(/=(.*)/s)
      return value !== undefined && value !== '' && isSecretField(percentDecoded(name).toLowerCase(), undefined)
        ? `${name}=***`
        : part
    })
  return `${before}?${parts.join('&')}`
}
