import { expect } from 'vitest'
import { bothWays, type Case } from './suite.ts'

const admin = 'svc-key-ada-admin'
const node = (n: number) => `00000000-0000-4000-8000-0000000006${String(n).padStart(2, '0')}`
const labels = (elements: { label: string; kind: string }[]) =>
  elements.filter(({ kind }) => kind === 'node').map(({ label }) => label)

export const graph: readonly Case[] = bothWays([
  {
    name: 'query_session_graph answers the whole of what is within its depth, and no pagination field',
    clauses: [
      'pagination.complete.query-session-graph',
      'pagination.complete.no-pagination-field',
      'pagination.complete.whole-set',
    ],
    async run(commands) {
      const query = (params: object) =>
        commands.ask('workflow.query_session_graph', { session_id: 'run-01', start: node(1), ...params })
      const deep = await query({ depth: 6 })
      expect(Object.keys(deep)).toEqual(['elements'])
      expect(deep.elements).toHaveLength(25)
      expect(labels((await query({ depth: 1 })).elements)).toEqual(['Node 1', 'Node 2', 'Node 15'])
      expect((await query({ depth: 0 })).elements).toMatchObject([{ id: node(1) }])
      expect((await query({ depth: 1, kind: 'edge' })).elements).toHaveLength(2)
    },
  },
  {
    name: 'a query beyond a cap is refused and never answered in part',
    clauses: ['pagination.graph.caps-refuse', 'pagination.graph.never-partial'],
    assumptions: ['A-8', 'A-408'],
    settings: { limits: { graph_elements: 10 } },
    async run(commands) {
      const query = (params: object) =>
        commands.call('workflow.query_session_graph', { session_id: 'run-01', start: node(1), ...params }, admin)
      expect(await query({ depth: 7 })).toMatchObject({
        error: 'graph_traversal_limit_exceeded',
        limit: { name: 'graph_depth', max: 6 },
        fields: undefined,
      })
      expect(await query({ depth: 3 })).toMatchObject({
        error: 'graph_traversal_limit_exceeded',
        limit: { name: 'graph_elements', max: 10 },
        fields: undefined,
      })
      expect((await query({ depth: 2 })).fields.elements).toHaveLength(9)
    },
  },
  {
    name: 'a query without a depth answers the whole graph, or is refused where that goes beyond the cap',
    clauses: ['pagination.graph.never-partial', 'pagination.complete.whole-set'],
    assumptions: ['A-323', 'A-408'],
    async run(commands) {
      const put = async (params: object) =>
        (await commands.ask('workflow.put_session_graph_element', { session_id: 'run-03', ...params })).element
      const nodes = [await put({ kind: 'node', label: '0' })]
      const grow = async () => {
        nodes.push(await put({ kind: 'node', label: `${nodes.length}` }))
        await put({ kind: 'edge', label: 'next', from: nodes.at(-2).id, to: nodes.at(-1).id })
      }
      const query = () =>
        commands.call('workflow.query_session_graph', { session_id: 'run-03', start: nodes[0].id }, admin)
      while (nodes.length < 7) await grow()
      expect((await query()).fields.elements).toHaveLength(13)
      await grow()
      expect(await query()).toMatchObject({
        error: 'graph_traversal_limit_exceeded',
        limit: { name: 'graph_depth', max: 6 },
      })
    },
  },
  {
    name: 'a depth below zero has the wrong shape',
    clauses: [],
    assumptions: ['A-342'],
    async run(commands) {
      const query = (params: object) =>
        commands.call('workflow.query_session_graph', { session_id: 'run-01', start: node(1), ...params }, admin)
      expect(await query({ depth: -1 })).toMatchObject({ error: 'invalid_request_body' })
    },
  },
  {
    name: 'elements are put, joined and found as neighbours whichever way an edge points, each once',
    clauses: ['pagination.opaque.list-session-graph-neighbors'],
    async run(commands) {
      const put = async (params: object) =>
        (await commands.ask('workflow.put_session_graph_element', { session_id: 'run-03', ...params })).element
      const hub = await put({ kind: 'node', label: 'hub' })
      const spokes = [await put({ kind: 'node', label: 'a' }), await put({ kind: 'node', label: 'b' })]
      const edge = await put({ kind: 'edge', label: 'out', from: hub.id, to: spokes[0].id })
      await put({ kind: 'edge', label: 'in', from: spokes[1].id, to: hub.id })
      await put({ kind: 'edge', label: 'again', from: spokes[0].id, to: hub.id })
      const neighbors = async (element_id: string) =>
        (await commands.ask('workflow.list_session_graph_neighbors', { session_id: 'run-03', element_id })).neighbors
      expect(await neighbors(hub.id)).toEqual(spokes)
      expect(await neighbors(edge.id)).toEqual([hub, spokes[0]])
      expect(await put({ element_id: hub.id, kind: 'node', label: 'centre' })).toEqual({ ...hub, label: 'centre' })
    },
  },
  {
    name: 'what cannot be an element, or is none of the session, is refused',
    clauses: [],
    async run(commands) {
      const put = (params: object) =>
        commands.call('workflow.put_session_graph_element', { session_id: 'run-01', label: 'x', ...params }, admin)
      const edge = '00000000-0000-4000-8000-000000000701'
      const wrong = [
        { kind: 'edge' },
        { kind: 'edge', from: node(1) },
        { kind: 'edge', from: node(1), to: 'nobody' },
        { kind: 'edge', from: node(1), to: edge },
        { kind: 'node', from: node(1) },
        { kind: 'loop' },
        { kind: 'edge', element_id: node(1), from: node(1), to: node(2) },
        { kind: 'node', element_id: 'nobody' },
      ]
      for (const params of wrong)
        expect(await put(params), JSON.stringify(params)).toMatchObject({ error: 'invalid_request_body' })
      for (const command of ['list_session_graph_neighbors', 'query_session_graph']) {
        const at = command === 'query_session_graph' ? { start: node(1) } : { element_id: node(1) }
        expect(await commands.call(`workflow.${command}`, { session_id: 'run-02', ...at }, admin)).toMatchObject({
          error: 'invalid_request_body',
        })
      }
    },
  },
])
