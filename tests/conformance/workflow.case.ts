import { expect } from 'vitest'
import { starter } from './direct.ts'
import { bothWays, type Case } from './suite.ts'

const admin = 'svc-key-ada-admin'
const uuid = '12345678-1234-4234-8234-123456789abc'
const body = {
  nodes: [
    { id: 'a', kind: 'task' },
    { id: 'b', kind: 'task' },
  ],
  edges: [{ from: 'a', to: 'b' }],
}

export const workflow: readonly Case[] = bothWays([
  {
    name: 'a definition is created, read by id and alias, changed and deleted',
    clauses: ['identifiers.definition.by-id', 'identifiers.definition.by-alias', 'service.realtime-carries-workflow'],
    assumptions: ['A-26', 'A-348'],
    needs: ['socket'],
    async run(commands, _, api) {
      const { definition } = await commands.ask('workflow.create_definition', {
        org_id: 'acme',
        alias: 'deploy',
        category: 'ops',
        body,
      })
      expect(definition).toMatchObject({ org_id: starter.org.acme, alias: 'deploy', category: 'ops', body })
      for (const reference of [definition.id, 'deploy']) {
        expect(await commands.ask('workflow.get_definition', { definition_id: reference })).toEqual({ definition })
      }
      const changed = await commands.ask('workflow.update_definition', {
        definition_id: 'deploy',
        alias: 'ship',
        category: 'release',
      })
      expect(changed.definition).toEqual({ ...definition, alias: 'ship', category: 'release' })
      expect(await commands.ask('workflow.delete_definition', { definition_id: 'ship' })).toEqual({})
      expect(await commands.call('workflow.get_definition', { definition_id: definition.id }, admin)).toMatchObject({
        error: 'definition_not_found',
      })
      const socket = await api.socket(admin)
      socket.send('{"jsonrpc":"2.0","id":1,"method":"workflow.list_definitions","params":{"org_id":"acme"}}')
      expect(JSON.parse(await socket.next()).result.definitions).toHaveLength(2)
      socket.close()
    },
  },
  {
    name: 'an alias of UUID shape is refused wherever one is set, and taken aliases too',
    clauses: [
      'identifiers.definition.uuid-shape-refused',
      'identifiers.session.uuid-shape-refused',
      'identifiers.schedule.uuid-shape-refused',
      'identifiers.alias.globally-unique',
    ],
    async run(commands) {
      const refused = { error: 'invalid_request_body' }
      const every_seconds = 60
      expect(
        await commands.call('workflow.create_definition', { org_id: 'acme', alias: uuid, body }, admin),
      ).toMatchObject(refused)
      expect(
        await commands.call('workflow.update_definition', { definition_id: 'ingest', alias: uuid }, admin),
      ).toMatchObject(refused)
      expect(await commands.call('workflow.create_session', { org_id: 'acme', alias: uuid }, admin)).toMatchObject(
        refused,
      )
      expect(
        await commands.call('workflow.update_session', { session_id: 'run-01', alias: uuid }, admin),
      ).toMatchObject(refused)
      expect(
        await commands.call(
          'scheduler.create_schedule',
          { org_id: 'acme', definition_id: 'ingest', alias: uuid, every_seconds },
          admin,
        ),
      ).toMatchObject(refused)
      expect(
        await commands.call('scheduler.update_schedule', { schedule_id: 'every-01', alias: uuid }, admin),
      ).toMatchObject(refused)
      const taken = { error: 'alias_taken' }
      expect(
        await commands.call('workflow.create_definition', { org_id: 'ada-lab', alias: 'ingest', body }, admin),
      ).toMatchObject(taken)
      expect(
        await commands.call('workflow.update_session', { session_id: 'run-01', alias: 'run-02' }, admin),
      ).toMatchObject(taken)
      expect(
        await commands.call('scheduler.update_schedule', { schedule_id: 'every-01', alias: 'every-02' }, admin),
      ).toMatchObject(taken)
      // Upper case has not the canonical shape: it is an alias like any other.
      await commands.ask('workflow.create_session', { org_id: 'acme', alias: uuid.toUpperCase() })
      expect((await commands.ask('workflow.get_session', { session_id: uuid.toUpperCase() })).session.alias).toBe(
        uuid.toUpperCase(),
      )
    },
  },
  {
    name: 'a session is created, read by id and alias, renamed and deleted with what is in it',
    clauses: ['identifiers.session.by-id', 'identifiers.session.by-alias'],
    async run(commands, emulator) {
      const { session } = await commands.ask('workflow.create_session', {
        org_id: starter.org.acme,
        alias: 'mine',
        definition_id: 'ingest',
      })
      expect(await commands.ask('workflow.get_session', { session_id: session.id })).toEqual({ session })
      expect(await commands.ask('workflow.get_session', { session_id: 'mine' })).toEqual({ session })
      await commands.ask('workflow.put_session_object', { session_id: 'mine', key: 'k', value: [1, { deep: null }] })
      await commands.ask('workflow.append_session_thread_item', {
        session_id: 'mine',
        thread_id: 'main',
        role: 'user',
        content: 'hello',
      })
      expect((await commands.ask('workflow.update_session', { session_id: 'mine', alias: 'ours' })).session).toEqual({
        ...session,
        alias: 'ours',
      })
      await commands.ask('workflow.delete_session', { session_id: 'ours' })
      expect(await commands.call('workflow.get_session', { session_id: session.id }, admin)).toMatchObject({
        error: 'session_not_found',
      })
      expect(emulator.world.objects.list({ session_id: session.id })).toEqual([])
      expect(emulator.world.threads.list({ session_id: session.id })).toEqual([])
    },
  },
  {
    name: 'check_definition: the verdict is the payload',
    clauses: ['envelope.check-definition.failure-is-the-verdict'],
    assumptions: ['A-26'],
    async run(commands) {
      expect(await commands.ask('workflow.check_definition', { body })).toEqual({ status: 'success' })
      const broken = {
        nodes: [...body.nodes, { id: 'a', kind: 'task' }, { id: 'c', kind: 'task' }],
        edges: [
          { from: 'a', to: 'x' },
          { from: 'c', to: 'c' },
        ],
      }
      const verdict = await commands.ask('workflow.check_definition', { body: broken })
      expect(verdict).toMatchObject({ status: 'failure', error: 'invalid_definition', message: expect.any(String) })
      expect(verdict.problems.map(({ kind }: { kind: string }) => kind)).toEqual([
        'duplicate_node',
        'dangling_edge',
        'cycle',
      ])
      expect(
        (await commands.ask('workflow.check_definition', { body: { nodes: [], edges: [] } })).problems,
      ).toMatchObject([{ kind: 'empty' }])
      expect(await commands.call('workflow.check_definition', { body: { nodes: 1, edges: [] } }, admin)).toMatchObject({
        error: 'invalid_request_body',
      })
    },
  },
  {
    name: 'list_definitions is one page, filtered by category after it was cut',
    clauses: [
      'pagination.unpaginated.list-definitions',
      'pagination.unpaginated.definitions-filter-after-cut',
      'pagination.unpaginated.empty-does-not-prove-absence',
    ],
    settings: { unpaginated_bytes: 400 },
    async run(commands) {
      const all = await commands.ask('workflow.list_definitions', { org_id: 'acme' })
      expect(Object.keys(all)).toEqual(['definitions'])
      expect(all.definitions).toMatchObject([{ alias: 'ingest', category: 'etl' }])
      expect(await commands.ask('workflow.list_definitions', { org_id: 'acme', category: 'bi' })).toEqual({
        definitions: [],
      })
      expect(
        (await commands.ask('workflow.list_definitions', { org_id: 'acme', category: 'etl' })).definitions,
      ).toHaveLength(1)
    },
  },
  {
    name: 'an execution runs node by node in world time and can be cancelled',
    clauses: ['events.list-execution-events'],
    assumptions: ['A-28'],
    async run(commands, emulator) {
      const { execution } = await commands.ask('workflow.start_execution', {
        definition_id: 'ingest',
        session_id: 'run-02',
        input: { day: 1 },
      })
      expect(execution).toMatchObject({ status: 'queued', input: { day: 1 } })
      emulator.clock.advance(600)
      expect((await commands.ask('workflow.get_execution', { execution_id: execution.id })).execution.status).toBe(
        'running',
      )
      emulator.clock.advance('1s')
      expect((await commands.ask('workflow.get_execution', { execution_id: execution.id })).execution).toMatchObject({
        status: 'succeeded',
        error: null,
      })
      const { events } = await commands.ask('workflow.list_execution_events', { execution_id: execution.id })
      expect(events).toHaveLength(9)
      const other = (await commands.ask('workflow.start_execution', { definition_id: 'report' })).execution
      expect((await commands.ask('workflow.cancel_execution', { execution_id: other.id })).execution.status).toBe(
        'cancelled',
      )
      emulator.clock.advance('1h')
      expect((await commands.ask('workflow.cancel_execution', { execution_id: other.id })).execution.status).toBe(
        'cancelled',
      )
      expect(await commands.call('workflow.get_execution', { execution_id: uuid }, admin)).toMatchObject({
        error: 'execution_not_found',
      })
    },
  },
])
