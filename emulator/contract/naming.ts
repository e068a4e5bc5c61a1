import type { CommandId, EndpointId } from './unit-names.ts'

/** A route with anything in the place of its parameters: `/users/:user_id` is met by `/users/me` and by `/users/:id`. */
type Written<Route extends string> = Route extends `${infer Head}:${infer Tail}`
  ? Tail extends `${string}/${infer Rest}`
    ? `${Head}${string}/${Written<Rest>}`
    : `${Head}${string}`
  : Route

type Method<Id extends string> = Id extends `${infer Name} ${string}` ? Name : never
type Route<Id extends string> = Id extends `${string} ${infer Path}` ? Path : never

/** How requests to endpoints are named: method and path, as sent or as the pattern of an endpoint, a method, or `*`. */
export type EndpointName = '*' | Method<EndpointId> | Written<EndpointId> | `* ${Written<Route<EndpointId>>}`

/** How commands are named: with their engine, all of an engine, or `*`. */
export type CommandName = '*' | CommandId | `${Engine<CommandId>}.*`

type Engine<Id extends string> = Id extends `${infer Name}.${string}` ? Name : never

/** In questions about what came in also with the version, and for the methods that every path takes. */
export type AskedEndpoint =
  | EndpointName
  | `${Method<EndpointId>} /v1${Written<Route<EndpointId>>}`
  | 'HEAD'
  | 'OPTIONS'
  | `${'HEAD' | 'OPTIONS'} ${Written<Route<EndpointId>>}`
