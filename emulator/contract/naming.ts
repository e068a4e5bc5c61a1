import type { CommandId, EndpointId } from './unit-names.ts'

/** Type of the paths that match a route pattern: `/users/me` and `/users/:id` match `/users/:user_id`. */
type WrittenPath<Route extends string> = Route extends `${infer Head}:${infer Tail}`
  ? Tail extends `${string}/${infer Rest}`
    ? `${Head}${string}/${WrittenPath<Rest>}`
    : `${Head}${string}`
  : Route

type MethodIn<Id extends string> = Id extends `${infer Name} ${string}` ? Name : never
type Route<Id extends string> = Id extends `${string} ${infer Path}` ? Path : never

/** Name of an endpoint: a method with a path or a pattern, a method alone, or `*`. HEAD is a separate method. */
export type EndpointName =
  | '*'
  | 'HEAD'
  | MethodIn<EndpointId>
  | WrittenPath<EndpointId>
  | `HEAD ${WrittenPath<Route<Extract<EndpointId, `GET ${string}`>>>}`
  | `* ${WrittenPath<Route<EndpointId>>}`

/** Name of a command with its engine, `<engine>.*` for all commands of an engine, or `*`. */
export type CommandName = '*' | CommandId | `${EngineIn<CommandId>}.*`

type EngineIn<Id extends string> = Id extends `${infer Name}.${string}` ? Name : never

/** Name of an endpoint in filters: also with `/v1`, and with OPTIONS, which all paths accept. */
export type AskedEndpoint =
  | EndpointName
  | `${MethodIn<EndpointId>} /v1${WrittenPath<Route<EndpointId>>}`
  | 'OPTIONS'
  | `OPTIONS ${WrittenPath<Route<EndpointId>>}`
