import { withoutHidden } from './printable.ts'

/** Data as JavaScript, where a key `__proto__` as JSON has it would be no key. Hidden characters are escaped. */
export function toJavaScript(value: unknown, indent?: number): string {
  const json = JSON.stringify(value, null, indent) ?? 'undefined'
  return withoutHidden(json.replaceAll(/([{,]\s*)"__proto__":/g, '$1["__proto__"]:'))
}
