import { didYouMean } from '../../../emulator/engine/checking/near-miss.ts'
import { parseJson } from '../form/field.ts'
import type { WorldKey } from './keys.ts'
import { buildParams, buildRequest, typedFrom, type Typed } from './request.ts'
import type { TryUnit } from './units.ts'

/** Request that an address names: `#try=GET /users/me&as=svc-key-ada-read`. */
export interface Link {
  /** Method and path, or the name of a command. */
  readonly try: string
  /** Secret of a key or a token of the world, or `none`; the page chooses a key if undefined. */
  readonly as?: string
  /** The body, or the parameters of a command: JSON, or text for a unit with another content type. */
  readonly body?: string
  /** Headers that the unit declares, as JSON. */
  readonly headers?: string
}

/** A form as a link fills it. */
export interface Asked {
  readonly unit: TryUnit
  readonly typed: Typed
  readonly as: string | undefined
}

/** Writes the part of an address from its `#` on. Spaces and brackets are encoded, so that Markdown takes it as it is. */
export function formatLink({ try: request, ...others }: Link): string {
  const given = Object.entries(others).filter(([, text]) => text !== undefined)
  return `#${[['try', request], ...given].map(([name, text]) => `${name}=${encodeText(text!)}`).join('&')}`
}

function encodeText(text: string): string {
  return encodeURIComponent(text)
    .replaceAll(/%(?:2F|3A|2C|3F|3D|40|24)/g, decodeURIComponent)
    .replaceAll(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** Writes the link that fills a form. Throws `FieldErrors` for a form that makes no request. */
export function linkTo(unit: TryUnit, typed: Typed, key: WorldKey | undefined): string {
  const as = key?.secret ?? 'none'
  if (unit.transport === 'socket')
    return formatLink({ try: unit.name, as, body: JSON.stringify(buildParams(unit, typed)) })
  const { method, path, headers, body } = buildRequest(unit, typed)
  return formatLink({
    try: `${method} ${path}`,
    as,
    ...(body !== undefined && { body: unit.bodyType === undefined ? JSON.stringify(body) : String(body) }),
    ...(Object.keys(headers).length > 0 && { headers: JSON.stringify(headers) }),
  })
}

/** Finds the unit of a link, and fills its form. Throws an error with a readable message for a link that names none. */
export function readLink(units: readonly TryUnit[], link: Link): Asked {
  const unit = findUnit(units, link.try)
  if (unit === undefined) throw new Error(describeUnknown(units, link.try))
  const url = link.try.replace(/^\S+ +/, '')
  return {
    unit,
    typed: typedFrom(unit, {
      request: { url, headers: lowerCase(readJson(link.headers, 'headers')), body: readBody(unit, link.body) },
    }),
    as: link.as,
  }
}

function findUnit(units: readonly TryUnit[], request: string): TryUnit | undefined {
  const named = units.find(({ name }) => name === request)
  if (named !== undefined) return named
  const [, method = '', address = ''] = /^(\S+) +([^?]*)/.exec(request) ?? []
  const path = withoutVersion(address).split('/')
  return units.find(({ transport, name }) => {
    const [wanted, pattern = ''] = name.split(' ')
    return transport === 'http' && wanted === method.toUpperCase() && fits(path, pattern.split('/'))
  })
}

function fits(path: readonly string[], pattern: readonly string[]): boolean {
  return path.length === pattern.length && pattern.every((part, index) => part.startsWith(':') || part === path[index])
}

function withoutVersion(path: string): string {
  return path.replace(/^\/v1(?=\/)/, '')
}

function describeUnknown(units: readonly TryUnit[], request: string): string {
  const hint = didYouMean(
    request,
    units.map(({ name }) => name),
  )
  return `The link names no endpoint: '${request}'. Expected a method and a path, such as GET /users/me, or a command${hint || '.'}`
}

function readBody({ bodyType }: TryUnit, text: string | undefined): unknown {
  return bodyType === undefined ? readJson(text, 'body') : (text ?? '')
}

function readJson(text: string | undefined, name: string): Record<string, unknown> {
  if (text === undefined) return {}
  try {
    const value = parseJson(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
    throw new Error('expected a JSON object')
  } catch (error) {
    throw new Error(`The ${name} of the link cannot be read: ${(error as Error).message}.`, { cause: error })
  }
}

function lowerCase(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]))
}
