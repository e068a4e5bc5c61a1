import { http, HttpResponse } from 'msw'

const url = 'https://api.example.com/v1'
const acme = { id: 'org-1', alias: 'acme', name: 'Acme', visibility: 'private' }

/** Handlers as they grow beside a client: each says enough for the test that it was written for. */
export const handlers = [
  http.get(`${url}/users/me/orgs`, () => HttpResponse.json({ orgs: [acme] })),
  http.get(`${url}/orgs/:alias`, ({ params }) =>
    params.alias === 'acme'
      ? HttpResponse.json({ status: 'success', org: acme })
      : HttpResponse.json({ status: 'failure', error: 'not_found', message: 'no such organization' }, { status: 404 }),
  ),
  http.post(`${url}/workflow/list_sessions`, () =>
    HttpResponse.json({ status: 'success', sessions: Array.from({ length: 25 }, (_, n) => ({ id: n })) }),
  ),
]
