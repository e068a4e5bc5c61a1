import { errors } from '../../../emulator/contract/errors.ts'
import { useSession } from '../session.ts'
import { fetchRecords } from '../source/fetch-records.ts'
import { fetchUnits } from '../try/units.ts'
import { useLoaded } from '../use-loaded.ts'

/** Users that are offered: the first ones. */
const SUGGESTED_USERS = 100

export type Suggestions = Readonly<Record<'endpoints' | 'commands' | 'users' | 'errors', readonly string[]>>

/** Endpoints, commands, users and error codes of the world, to choose from. */
export function useSuggestions(): Suggestions {
  const { source } = useSession()
  const { value } = useLoaded(async () => {
    const [{ endpoints, commands }, users] = await Promise.all([
      fetchUnits(source),
      fetchRecords(source, 'users', SUGGESTED_USERS),
    ])
    return {
      endpoints: endpoints.map(({ name }) => name),
      commands: commands.map(({ name }) => name),
      users: users.map(({ alias }) => alias),
    }
  }, [])
  return { endpoints: [], commands: [], users: [], ...value, errors: Object.keys(errors) }
}
