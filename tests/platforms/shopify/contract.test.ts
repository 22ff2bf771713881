import { describe } from 'vitest'
import { battery } from '#tests/platforms/contract.ts'
import { shopify } from '#tests/platforms/shopify/subject.ts'

describe('Shopify', () => battery(shopify))
