import { errors } from '../../../emulator/contract/errors.ts'
import { useSession } from '../session.ts'
import { listCommands, listEndpoints, type OpenApi, type OpenRpc } from '../try/units.ts'
import { useLoaded } from '../use-loaded.ts'

export type Suggestions = Readonly<Record<'endpoints' | 'commands' | 'users' | 'errors', readonly string[]>>

/** Endpoints, commands, users and error codes of the world, to choose from. */
export function useSuggestions(): Suggestions {
  const { source } = useSession()
  const { value } = useLoaded(async () => {
    const [openApi, openRpc, { records }] = await Promise.all([
      source.call<OpenApi>('GET', '/openapi.json'),
      source.call<OpenRpc>('GET', '/openrpc.json'),
      source.call<{ records: { alias: string }[] }>('GET', '/state/users?limit=100'),
    ])
    return {
      endpoints: listEndpoints(openApi).map(({ name }) => name),
      commands: listCommands(openRpc).map(({ name }) => name),
      users: records.map(({ alias }) => alias),
    }
  }, [])
  return { endpoints: [], commands: [], users: [], ...value, errors: Object.keys(errors) }
}
