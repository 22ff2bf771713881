import { expect, test } from 'vitest'
import { addressLines } from '#client/format/address-lines.ts'
import { exactMomentIn, momentIn, offsetIn } from '#client/format/store-time.ts'
import { formatMoney, sumMoney, totalsByCurrency } from '#client/format/money.ts'

test.each([
  ['1234.50', 'USD', '$1,234.50'],
  ['19.90', 'EUR', '€19.90'],
  ['1990', 'JPY', '¥1,990'],
  ['1.250', 'KWD', 'KWD 1.250'],
  ['-5.00', 'GBP', '-£5.00'],
  ['90071992547409931.07', 'USD', '$90,071,992,547,409,931.07'],
  ['12.00', '', '12.00'],
])('%s %s is written %s', (amount, currency, written) => {
  expect(formatMoney(amount, currency).replaceAll('\u00a0', ' ')).toBe(written)
})

test('sums are exact, whatever the digits', () => {
  expect(sumMoney(['0.10', '0.20'])).toBe('0.30')
  expect(sumMoney(['1', '2.5', '-4.25'])).toBe('-0.75')
  expect(sumMoney(['90071992547409931.07', '0.01'])).toBe('90071992547409931.08')
  expect(sumMoney([])).toBe('0')
})

test('each currency has a total of its own', () => {
  const orders = [
    { total: '1.10', currency: 'EUR' },
    { total: '500', currency: 'JPY' },
    { total: '2.20', currency: 'EUR' },
  ]
  expect(totalsByCurrency(orders)).toEqual([
    { currency: 'EUR', total: '3.30' },
    { currency: 'JPY', total: '500' },
  ])
})

test("an order's day is that of its store's clocks, on both sides of a change of the clocks", () => {
  const plain = (text: string) => text.replaceAll('\u202f', ' ')
  expect(plain(momentIn('America/New_York', '2026-03-08T04:30:00Z'))).toBe('Mar 7, 2026, 11:30 PM')
  expect(plain(momentIn('America/New_York', '2026-03-09T03:30:00Z'))).toBe('Mar 8, 2026, 11:30 PM')
  expect(offsetIn('America/New_York', '2026-03-08T04:30:00Z')).toBe('GMT-5')
  expect(offsetIn('America/New_York', '2026-03-09T03:30:00Z')).toBe('GMT-4')
  expect(plain(momentIn('Asia/Ho_Chi_Minh', '2026-03-08T16:30:00Z'))).toBe('Mar 8, 2026, 11:30 PM')
  expect(plain(exactMomentIn('Europe/Berlin', '2026-03-29T21:30:05Z'))).toBe('Mar 29, 2026, 11:30:05 PM GMT+02:00 (Europe/Berlin)')
})

test('an address is written without empty lines', () => {
  const none = {
    name: null,
    company: null,
    address1: null,
    address2: null,
    city: null,
    zip: null,
    province: null,
    country: null,
    phone: null,
  }
  expect(addressLines(none)).toEqual([])
  const berlin = { ...none, name: 'Ann Lee', address1: 'Gasse 1', address2: '', city: 'Berlin', zip: '10115', country: 'DE' }
  expect(addressLines(berlin)).toEqual(['Ann Lee', 'Gasse 1', '10115 Berlin', 'Germany'])
})
