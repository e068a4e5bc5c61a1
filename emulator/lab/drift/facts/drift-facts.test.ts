import { describe, it } from 'vitest'
import { expectFacts } from '../../../../tests/helpers/drift-facts.ts'
import type { SettingsInput } from '../../../engine/world/settings.ts'

describe('facts of a run', () => {
  it.each<SettingsInput>([
    {
      statuses: { user_not_found: 410, alias_taken: 400, session_not_found: 410, invalid_limit: 422 },
      limits: { orgs_per_user: 77, api_keys_per_target: 31, members_per_target: 8, graph_depth: 3 },
      default_limit: 20,
      maximum_limit: 120,
      trailing_page: false,
      operation_ms: 5_000,
      node_ms: 750,
    },
  ])('%j: nothing is contradicted, and the facts hold it', (settings) => expectFacts(settings))
})
