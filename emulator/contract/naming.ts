import type { CommandId, EndpointId } from './unit-names.ts'

/** Route pattern with any text as a parameter: `/users/:user_id` is met by `/users/me` and by `/users/:id`. */
type Written<Route extends string> = Route extends `${infer Head}:${infer Tail}`
  ? Tail extends `${string}/${infer Rest}`
    ? `${Head}${string}/${Written<Rest>}`
    : `${Head}${string}`
  : Route

type Method<Id extends string> = Id extends `${infer Name} ${string}` ? Name : never
type Route<Id extends string> = Id extends `${string} ${infer Path}` ? Path : never

/** Name of an endpoint: method and path, as sent or as a pattern, a method, or `*`. HEAD is a method of its own. */
export type EndpointName =
  | '*'
  | 'HEAD'
  | Method<EndpointId>
  | Written<EndpointId>
  | `HEAD ${Written<Route<Extract<EndpointId, `GET ${string}`>>>}`
  | `* ${Written<Route<EndpointId>>}`

/** Name of a command with its engine, all commands of an engine, or `*`. */
export type CommandName = '*' | CommandId | `${Engine<CommandId>}.*`

type Engine<Id extends string> = Id extends `${infer Name}.${string}` ? Name : never

/** Name of an endpoint in filters: also with the version, and with methods that every path takes. */
export type AskedEndpoint =
  | EndpointName
  | `${Method<EndpointId>} /v1${Written<Route<EndpointId>>}`
  | 'OPTIONS'
  | `OPTIONS ${Written<Route<EndpointId>>}`
