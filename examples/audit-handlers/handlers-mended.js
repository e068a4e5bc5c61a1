import { http, HttpResponse } from 'msw'

const url = 'https://api.example.com/v1'
const created_at = '2026-01-05T09:00:00.000Z'
const uuid = (n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const acme = { id: uuid(0), alias: 'acme', name: 'Acme', visibility: 'private', created_at }
const fail = (error, status) => HttpResponse.json({ status: 'failure', error, message: error }, { status })

const sessions = Array.from({ length: 25 }, (_, n) => ({
  id: uuid(25 - n),
  org_id: acme.id,
  alias: `run-${25 - n}`,
  definition_id: null,
  created_at,
}))

/** Handlers after the audit. */
export const handlers = [
  http.get(`${url}/users/me/orgs`, () => HttpResponse.json({ status: 'success', orgs: [acme] })),
  http.get(`${url}/orgs/:alias`, ({ params }) =>
    params.alias === 'acme' ? HttpResponse.json({ status: 'success', org: acme }) : fail('org_not_found', 404),
  ),
  http.post(`${url}/workflow/list_sessions`, async ({ request }) => {
    const { start_session_id: start } = await request.json()
    const first = start === undefined ? 0 : sessions.findIndex(({ id }) => id === start) + 1
    const page = sessions.slice(first, first + 10)
    const last_session_id = page.length === 10 ? page[9].id : null
    return HttpResponse.json({ status: 'success', sessions: page, last_session_id })
  }),
]
