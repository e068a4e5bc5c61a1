import type { Run } from 'svc-emulator/explore'
import ky from 'ky'

/** Makes a key for a build, and tries again when that fails. */
export async function makeKey({ fetch, baseUrl, apiKey }: Run): Promise<string> {
  const api = ky.create({
    fetch,
    prefixUrl: baseUrl,
    headers: { 'X-API-Key': apiKey },
    timeout: 500,
    retry: { limit: 2, methods: ['get', 'post'], delay: () => 10 },
  })
  await api.post('api-keys/target/org/acme', { json: { role: 'read', description: 'build' } })
  return 'made'
}
