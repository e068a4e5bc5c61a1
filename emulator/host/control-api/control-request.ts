import type { ControlInput, ControlKey } from './control-api.ts'

/** Method, path with query, and body of a call. */
export function controlRequest<K extends ControlKey>(
  key: K,
  input?: ControlInput<K>,
): { readonly method: string; readonly path: string; readonly body: unknown } {
  const { params = {}, query = {}, body } = (input ?? {}) as AnyControlInput
  const [method = '', template = ''] = key.split(' ')
  const path = template.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return { method, path: search === '' ? path : `${path}?${search}`, body }
}

interface AnyControlInput {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: unknown
}
