import type { CatalogueAddress } from './order-record.ts'

type Name = readonly [first: string, last: string]
export const BUYERS: readonly [Name, ...Name[]] = [
  ['Mai', 'Tran'],
  ['Nguyễn', 'Văn An'],
  ['Ada', 'Lovelace'],
  ['Sinéad', "O'Connor"],
  ['Jürgen', 'Müller'],
  ['山田', '太郎'],
  ['Zoë', 'van der Berg'],
  ['Grace', 'Hopper'],
  ['ALAN', 'turing'],
  ['Lê', 'Thị Hồng'],
  ['Björk', 'Guðmundsdóttir'],
  ['Olu', 'Adeyemi'],
]

export type PostalAddress = Omit<CatalogueAddress, 'firstName' | 'lastName' | 'company' | 'phone'>
export const POSTAL_ADDRESSES: readonly [PostalAddress, ...PostalAddress[]] = [
  {
    address1: '1 Main St',
    address2: 'Unit 2',
    city: 'Boston',
    province: 'Massachusetts',
    provinceCode: 'MA',
    country: 'United States',
    countryCode: 'US',
    zip: '02108',
  },
  {
    address1: 'Hauptstraße 7',
    address2: null,
    city: 'Dresden',
    province: null,
    provinceCode: null,
    country: 'Germany',
    countryCode: 'DE',
    zip: '01067',
  },
  {
    address1: '12 Nguyễn Huệ',
    address2: 'Quận 1',
    city: 'Hồ Chí Minh',
    province: null,
    provinceCode: null,
    country: 'Vietnam',
    countryCode: 'VN',
    zip: '700000',
  },
  {
    address1: '5 George St',
    address2: null,
    city: 'Sydney',
    province: 'New South Wales',
    provinceCode: 'NSW',
    country: 'Australia',
    countryCode: 'AU',
    zip: '2000',
  },
  {
    address1: '221B Baker St',
    address2: 'Flat "B"',
    city: 'London',
    province: 'England',
    provinceCode: 'ENG',
    country: 'United Kingdom',
    countryCode: 'GB',
    zip: 'NW1 6XE',
  },
  {
    address1: '1-1 Chiyoda',
    address2: null,
    city: '東京',
    province: 'Tōkyō',
    provinceCode: 'JP-13',
    country: 'Japan',
    countryCode: 'JP',
    zip: '100-0001',
  },
]

export const ORDER_TAGS = ['vip', 'gift', 'wholesale', 'preorder', 'fragile', "kid's", 'hàng gấp'] as const
export const CODES = ['SPRING10', 'WELCOME', 'LỄ30-4', 'VIP-15%'] as const
export const GATEWAYS: readonly [string, ...string[]] = ['shopify_payments', 'paypal', 'Cash on Delivery (COD)', 'bogus']
export const SOURCES: readonly [string, ...string[]] = ['web', 'web', 'web', 'pos', 'shopify_draft_order', '580111']
export const SHIPPING_METHODS: readonly [string, ...string[]] = ['Standard', 'Express, 2 days', 'Giao hàng nhanh', 'Local pickup']
