import { describe, expect, it } from 'vitest'
import { StallMeter, TICK_MS } from './stall-meter.ts'

describe('StallMeter', () => {
  it('keeps the longest time that a tick came late', () => {
    const meter = new StallMeter()
    let now = 1_000
    meter.tick(now)
    for (const late of [0, 40, 700, 3]) meter.tick((now += TICK_MS + late))
    expect(meter.longest(now)).toBe(700)
  })

  it('counts a stall that lasts still', () => {
    const meter = new StallMeter()
    meter.tick(0)
    expect(meter.longest(TICK_MS + 5_000)).toBe(5_000)
  })

  it('knows of none where nobody ticks, and none of ticks that come early', () => {
    const meter = new StallMeter()
    expect(meter.longest(1_000_000)).toBe(0)
    meter.tick(0)
    meter.tick(1)
    expect(meter.longest(1)).toBe(0)
  })
})
