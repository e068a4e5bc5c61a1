/** Checks endpoints and commands that triggers and filters name against those of the API. */
import { nearest, nearestWithoutEngine } from '../checking/near-miss.ts'
import { MAX_PROBLEMS } from '../checking/problem-list.ts'
import { withNearMiss, type Path, type Problem } from '../checking/problems.ts'
import { splitEndpoint } from './request-values.ts'

/** Fields of a unit that the checks read. */
export interface KnownUnit {
  readonly kind: 'endpoint' | 'command'
  /** `GET /users/:user_id` or `workflow.list_sessions`. */
  readonly id: string
  readonly method: string
  readonly path: string
  /** Schema of named query and body fields. With `openBody` the caller may add fields of its own. */
  readonly querySchema?: Taking | undefined
  readonly bodySchema?: Taking | undefined
  readonly openBody?: boolean
}

interface Taking {
  readonly entries: Readonly<Record<string, unknown>>
}

interface NamedWhen {
  readonly endpoint?: string | undefined
  readonly command?: string | undefined
  readonly params?: Readonly<Record<string, unknown>> | undefined
}

/** Problems of the names in a trigger. Paths start at the trigger. With `anyPath` no request need have the path. */
export function nameProblems(
  { when }: { readonly when: NamedWhen },
  units: readonly KnownUnit[],
  { anyPath = false } = {},
): Problem[] {
  const { endpoint, command } = when
  const names = knownNames(units)
  if (endpoint === undefined && command === undefined) {
    return [{ kind: 'missing', path: ['when'], message: 'missing, expected `endpoint` or `command` (`*` for any)' }]
  }
  return [
    ...(endpoint === undefined ? [] : names[anyPath ? 'endpoint' : 'compared'](endpoint, ['when', 'endpoint'])),
    ...(command === undefined ? [] : names.command(command, ['when', 'command'])),
    ...paramProblems(when, units),
  ]
}

/** Problems of the endpoint and the command of a filter. `OPTIONS` is accepted wherever any method is. */
export function filterNameProblems(
  { endpoint, command }: { endpoint?: string | undefined; command?: string | undefined },
  units: readonly KnownUnit[],
): Problem[] {
  const names = knownNames(units)
  return [
    ...(endpoint === undefined ? [] : names.compared(endpoint.replace(/^OPTIONS(?= |$)/, '*'), ['endpoint'])),
    ...(command === undefined ? [] : names.command(command, ['command'])),
  ]
}

/**
 * Parameters of a trigger that look like typos: a request with them would be refused, so that the trigger never fires.
 * Other unknown names may be intended, for a client that sends unknown parameters.
 */
function paramProblems({ endpoint, command, params }: NamedWhen, units: readonly KnownUnit[]): Problem[] {
  const asked = endpoint?.replace(/^HEAD /, 'GET ') ?? command
  const unit = params === undefined ? undefined : units.find(({ id }) => id === asked)
  if (unit === undefined || unit.openBody === true) return []
  const inPath = unit.path.split('/').flatMap((segment) => (segment.startsWith(':') ? [segment.slice(1)] : []))
  const taken = [
    ...inPath,
    ...[unit.querySchema, unit.bodySchema].flatMap((schema) => Object.keys(schema?.entries ?? {})),
  ]
  return Object.keys(params!)
    .filter((name) => !taken.includes(name))
    .slice(0, MAX_PROBLEMS)
    .flatMap((name): Problem[] => {
      const nearMiss = nearest(name, taken)
      return nearMiss === undefined
        ? []
        : [{ kind: 'unknown', path: ['when', 'params', name], message: `${unit.id} takes no '${name}'`, nearMiss }]
    })
}

const known = new WeakMap<readonly KnownUnit[], Names>()

export function knownNames(units: readonly KnownUnit[]): Names {
  let names = known.get(units)
  if (!names) known.set(units, (names = new Names(units)))
  return names
}

class Names {
  readonly #endpoints: readonly { id: string; method: string; segments: string[] }[]
  readonly #commands: readonly string[]

  constructor(units: readonly KnownUnit[]) {
    this.#endpoints = units.map(({ kind, id, method, path }) => ({
      id: kind === 'endpoint' ? id : `${method} ${path}`,
      method,
      segments: path.split('/'),
    }))
    this.#commands = units.filter(({ kind }) => kind === 'command').map(({ id }) => id)
  }

  /** Checks an endpoint that is compared with requests, as in a trigger or a filter. */
  compared(text: string, path: Path): Problem[] {
    const problems = this.endpoint(text, path)
    return problems.length > 0 ? problems : this.#neverSent(text, path)
  }

  /** Problem of a path that no request has: with a query, or with a placeholder of another notation than `:name`. */
  #neverSent(text: string, path: Path): Problem[] {
    const [method, route] = splitEndpoint(text)
    if (route === undefined) return []
    const [own = ''] = route.split(/[?#]/)
    const asked = own.split('/')
    const segments = this.#endpoints.find((endpoint) => fits(endpoint.segments, asked))?.segments
    const written = asked.map((segment, i) => (placeholder.test(segment) ? segments?.[i] : segment)).join('/')
    if (written === route) return []
    const reason = own === route ? 'only `:name` matches any value' : '`params` compares the query'
    const nearMiss = segments === undefined ? method : `${method} ${written}`
    return [{ kind: 'reference', path, message: `no request has the path of '${text}': ${reason}`, nearMiss }]
  }

  endpoint(text: string, path: Path): Problem[] {
    if (text.startsWith('/')) return this.#withoutMethod(text, path)
    const [method, route] = splitEndpoint(text)
    if (route === undefined || route === '*') return this.#methods(method, path)
    const asked = route.replace(/\?.*$/s, '').split('/')
    const paths = this.#endpoints.filter(({ segments }) => fits(segments, asked))
    if (paths.some((endpoint) => method === '*' || endpoint.method === unitMethod(method))) return []
    if (paths.length > 0) {
      const allowed = [...new Set(paths.map((endpoint) => endpoint.method))]
      const upper = allowed.find((each) => each === method.toUpperCase())
      if (upper !== undefined)
        return [{ kind: 'reference', path, message: `no endpoint '${text}'`, nearMiss: `${upper} ${route}` }]
      return [{ kind: 'reference', path, message: `no endpoint '${text}': the path takes ${allowed.join(', ')}` }]
    }
    const ids = this.#endpoints.map(({ id }) => id)
    const near = nearest(text, ids) ?? this.#sameShape(method, asked)
    const nearMiss = this.#withoutBase(method, asked) ?? (near && withValues(near, asked))
    return [{ kind: 'reference', path, message: `no endpoint '${text}'`, ...(nearMiss && { nearMiss }) }]
  }

  #withoutMethod(text: string, path: Path): Problem[] {
    const asked = text.split('/')
    const meant = this.#endpoints.find(({ segments }) => fits(segments, asked))
    return [
      {
        kind: 'reference',
        path,
        message: `'${text}' names no method, expected \`METHOD /path\``,
        ...(meant && { nearMiss: `${meant.method} ${text}` }),
      },
    ]
  }

  /** The endpoint without the path of a base URL: `GET /users/me` for `GET /v1/users/me`. */
  #withoutBase(method: string, asked: readonly string[]): string | undefined {
    const routes = [asked.slice(2), asked.slice(3)].map((rest) => ['', ...rest])
    const route = routes.find(
      (segments) => segments.length > 1 && this.#endpoints.some((endpoint) => fits(endpoint.segments, segments)),
    )
    return route && `${method} ${route.join('/')}`
  }

  /** The path below the version that a path with another base, or none, was probably meant to be. */
  pathBelow(path: string): string | undefined {
    const asked = path.split('/')
    const isKnown = this.#endpoints.some(({ segments }) => fits(segments, asked))
    return isKnown ? path : this.#withoutBase('', asked)?.slice(1)
  }

  #methods(method: string, path: Path): Problem[] {
    const known = [...new Set(this.#endpoints.map((endpoint) => endpoint.method))]
    if (method === '*' || known.includes(unitMethod(method))) return []
    if (this.#commands.includes(method))
      return [{ kind: 'reference', path, message: `'${method}' is a command, not an endpoint: name it in 'command'` }]
    const message = `no endpoint takes the method '${method}'`
    return [withNearMiss({ kind: 'reference', path, message }, method, known)]
  }

  command(text: string, path: Path): Problem[] {
    const [engine = '', name] = text.split('.')
    const exists =
      text === '*' ||
      this.#commands.includes(text) ||
      (name === '*' && this.#commands.some((command) => command.startsWith(`${engine}.`)))
    if (exists) return []
    const nearMiss = nearest(text, this.#commands) ?? nearestWithoutEngine(name ?? engine, this.#commands)
    return [{ kind: 'reference', path, message: `no command '${text}'`, ...(nearMiss && { nearMiss }) }]
  }

  /** The endpoint with the nearest fixed segments, for paths with values in them. */
  #sameShape(method: string, asked: readonly string[]): string | undefined {
    return this.#endpoints.find(
      (endpoint) =>
        endpoint.method === method &&
        endpoint.segments.length === asked.length &&
        endpoint.segments.every(
          (segment, index) =>
            segment.startsWith(':') || segment === asked[index] || nearest(asked[index] ?? '', [segment]) !== undefined,
        ),
    )?.id
  }
}

/** An endpoint with the values of a path as long: `GET /users/me` of `GET /users/:user_id`. */
function withValues(id: string, asked: readonly string[]): string {
  const segments = id.split('/')
  if (segments.length !== asked.length) return id
  return segments.map((segment, index) => (segment.startsWith(':') ? asked[index] : segment)).join('/')
}

/** Method of the units that answer a method: HEAD is answered by those of GET. */
function unitMethod(method: string): string {
  return method === 'HEAD' ? 'GET' : method
}

/** `{user_id}`, `*` and `${id}`, the notations of other tools. */
const placeholder = /^(?:\{.*\}|\*|.*\$\{.*)$/

function fits(segments: readonly string[], asked: readonly string[]): boolean {
  return (
    segments.length === asked.length &&
    segments.every((segment, index) =>
      segment.startsWith(':') ? asked[index] !== '' : segment === asked[index] || Boolean(asked[index]?.includes('${')),
    )
  )
}
