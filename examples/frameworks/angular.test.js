// @vitest-environment happy-dom
import '@angular/compiler'
import { HttpClient, provideHttpClient } from '@angular/common/http'
import { inject, InjectionToken, provideZonelessChangeDetection } from '@angular/core'
import { getTestBed, TestBed } from '@angular/core/testing'
import { BrowserTestingModule, platformBrowserTesting } from '@angular/platform-browser/testing'
import { firstValueFrom, retry } from 'rxjs'
import { beforeAll, beforeEach, expect } from 'vitest'
import { test } from 'svc-emulator/vitest'

const API_URL = new InjectionToken('the address of the API')

class Orgs {
  http = inject(HttpClient)
  url = inject(API_URL)
  list() {
    return this.http.get(`${this.url}/users/me/orgs`, { headers: { 'X-API-Key': 'svc-key-ada-admin' } }).pipe(retry(1))
  }
}

beforeAll(() => getTestBed().initTestEnvironment(BrowserTestingModule, platformBrowserTesting()))
beforeEach(() => TestBed.resetTestingModule())

test('tries again when the service fails', async ({ api, emulator }) => {
  emulator.triggers.add({ when: { endpoint: 'GET /users/me/orgs', nth: 1 }, do: { fail: { status: 503 } } })
  TestBed.configureTestingModule({
    providers: [
      provideZonelessChangeDetection(),
      provideHttpClient(),
      { provide: API_URL, useValue: api.baseUrl },
      { provide: Orgs, useFactory: () => new Orgs() },
    ],
  })
  const { orgs } = await firstValueFrom(TestBed.inject(Orgs).list())
  expect(orgs.map(({ alias }) => alias)).toEqual(['acme', 'ada-lab'])
  expect(emulator).toHaveReceived('GET /users/me/orgs', { times: 2 })
})
