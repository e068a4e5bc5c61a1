/** `${name}` in steps, and the paths by which `save` finds values. */
import { didYouMean } from '../checking/near-miss.ts'
import { pathText, type Path } from '../checking/problems.ts'
import { formatJson } from './expect.ts'

type Variables = Readonly<Record<string, unknown>>

const placeholder = /\$(\$?)\{([^}]*)\}/g

/** Variables that every replay provides. */
export const builtIn = ['api_url', 'realtime_url', 'scenario_folder'] as const

/**
 * Replaces each `${name}` in `value`; `$${` stands for `${`. A text that is only one variable becomes its value, of any
 * type. Values without variables are not copied. Throws for a variable without a value.
 */
export function substitute(value: unknown, variables: Variables): unknown {
  if (!holdsPlaceholder(value)) return value
  if (typeof value === 'string') return fill(value, variables)
  if (Array.isArray(value)) return value.map((item) => substitute(item, variables))
  return Object.fromEntries(
    Object.entries(value as object).map(([key, inner]) => [String(fill(key, variables)), substitute(inner, variables)]),
  )
}

function holdsPlaceholder(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('${')
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(holdsPlaceholder)
  return Object.entries(value).some(([key, inner]) => key.includes('${') || holdsPlaceholder(inner))
}

function fill(text: string, variables: Variables): unknown {
  const whole = /^\$\{([^}]*)\}$/.exec(text)
  if (whole) return lookUp(whole[1] ?? '', variables)
  return text.replace(placeholder, (match, escaped: string, name: string) => {
    if (escaped) return match.slice(1)
    const value = lookUp(name, variables)
    return typeof value === 'string' ? value : JSON.stringify(value)
  })
}

function lookUp(name: string, variables: Variables): unknown {
  if (Object.hasOwn(variables, name)) return variables[name]
  throw new Error(`no variable '${name}' has been saved${didYouMean(name, Object.keys(variables))}`)
}

/** Called with each use of a variable; returns false to stop. */
type LookUp = (name: string, path: Path) => boolean

/** Calls `look` for each variable that a value uses, with its path. Returns false if `look` stopped it. */
export function eachVariable(value: unknown, path: Path, look: LookUp): boolean {
  return visit(value, [...path], look)
}

/** Visits a value. `path` is shared; `look` gets a copy. */
function visit(value: unknown, path: (string | number)[], look: LookUp): boolean {
  if (typeof value === 'string') return visitText(value, path, look)
  if (typeof value !== 'object' || value === null) return true
  const isList = Array.isArray(value)
  for (const key of Object.keys(value)) {
    const inner = (value as Record<string, unknown>)[key]
    // Skip values without variables: most have none.
    if ((isList || !mayHold(key)) && !mayHold(inner)) continue
    path.push(isList ? Number(key) : key)
    if ((!isList && !visitText(key, path, look)) || !visit(inner, path, look)) return false
    path.pop()
  }
  return true
}

function visitText(text: string, path: Path, look: LookUp): boolean {
  if (!mayHold(text)) return true
  const at = [...path]
  for (const [, escaped, name] of text.matchAll(placeholder)) if (!escaped && !look(name ?? '', at)) return false
  return true
}

function mayHold(value: unknown): boolean {
  return typeof value === 'string' ? value.includes('${') : typeof value === 'object'
}

/** Parses `body.orgs[0].id` or `headers["x-a"]`; undefined for invalid text. */
export function parsePath(text: string): Path | undefined {
  const steps: (string | number)[] = []
  const pattern = /(?:^|\.)([A-Za-z_$][\w$-]*)|\[(-?\d+)\]|\["([^"]*)"\]/y
  while (pattern.lastIndex < text.length) {
    const match = pattern.exec(text)
    if (!match) return undefined
    steps.push(match[1] ?? match[3] ?? Number(match[2]))
  }
  return steps.length ? steps : undefined
}

/** Reads the value at a path; negative indexes count from the end. `missing` explains why there is none. */
export function readPath(root: unknown, path: Path): { value: unknown } | { missing: string } {
  let value = root
  for (const [index, step] of path.entries()) {
    const next = member(value, step)
    if (next === undefined) {
      const holder = pathText(path.slice(0, index)) || 'the outcome'
      return { missing: `${holder} has no ${pathText([step])}: it is ${formatJson(value)}` }
    }
    value = next
  }
  return { value }
}

function member(value: unknown, step: string | number): unknown {
  if (Array.isArray(value)) return typeof step === 'number' ? value.at(step) : undefined
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
  return (value as Record<string, unknown>)[step]
}
