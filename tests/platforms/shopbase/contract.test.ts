import { describe } from 'vitest'
import { battery } from '#tests/platforms/contract.ts'
import { shopbase } from '#tests/platforms/shopbase/subject.ts'

describe('ShopBase', () => battery(shopbase))
