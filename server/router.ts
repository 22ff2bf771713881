import { exporting } from '#server/export/router.ts'
import { orders } from '#server/orders/router.ts'
import { products } from '#server/products/router.ts'
import { profile } from '#server/profile/router.ts'
import { settings } from '#server/settings/router.ts'
import { stores } from '#server/stores/router.ts'
import { router } from '#server/procedure/builder.ts'
import { users } from '#server/users/router.ts'

export const appRouter = router({ profile, stores, products, orders, export: exporting, users, settings })
export type AppRouter = typeof appRouter
