import * as v from 'valibot'
import { markOwnKey, requireRole, usesOwnKey } from '../access/rules.ts'
import { requireFreeAlias } from '../../engine/kernel/aliases.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import { requireRoom } from '../../engine/kernel/limits.ts'
import { countOrgs } from '../members/members.ts'
import { aliasHolder } from '../../engine/world/aliases.ts'
import { name, visibility } from '../../engine/world/tables/fields.ts'
import type { World } from '../../engine/world/world.ts'
import { orgBody, orgView, viewOrg } from './orgs.ts'
import { drawId } from '../../engine/world/draw.ts'

export const createOrg = endpoint({
  method: 'POST',
  path: '/orgs',
  name: 'create_org',
  summary: 'Create an organization. The caller becomes its admin.',
  clauses: [],
  assumptions: ['A-16', 'A-348', 'A-153', 'A-400'],
  assumed: true,
  shapeRules: { alias: { absent: 'A-154' } },
  aliasRule: 'identifiers.alias.org-uuid-shape-refused',
  body: { ...orgBody, name, visibility: v.optional(visibility, 'private') },
  returns: { org: orgView },
  sample: { body: { name: 'Tools', alias: 'tools', visibility: 'private' } },
  errors: ['forbidden', 'limit_exceeded', 'alias_taken'],
  access({ body }, ctx) {
    requireRole(ctx, { kind: 'user', record: ctx.caller.user }, 'write', 'A-153')
    markOwnKey(ctx, 'perimeter.create-org-admitted')
    if (body.visibility === 'public' && usesOwnKey(ctx.caller)) ctx.citePassed('A-94')
  },
  handle({ body }, ctx) {
    const { world, caller } = ctx
    requireFreeAlias(ctx, 'orgs', body.alias)
    requireRoom(ctx, 'orgs_per_user', countOrgs(ctx, caller.user.id), 'A-155')
    const id = drawId(world, world.orgs)
    const org = world.orgs.create({ ...body, id, alias: body.alias ?? freeAlias(world, id) })
    world.members.create({ user_id: caller.user.id, target: 'org', target_id: id, role: 'admin' })
    return { org: viewOrg(org) }
  },
})

/** Alias for an organization whose creator chose none: `org-` and the first digits of its id. */
function freeAlias(world: World, id: string): string {
  const short = `org-${id.slice(0, 8)}`
  return aliasHolder(world, 'orgs', short) === undefined ? short : `org-${id}`
}
