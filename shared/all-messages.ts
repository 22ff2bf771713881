// Each area is a module of its own, so that a screen loads only the messages that it shows.
export { accessMessages as access, apiMessages as api } from '#shared/api-messages.ts'
export {
  apiKeyMessages as apiKeys,
  authMessages as auth,
  invitationMessages as invitation,
  secondFactorMessages as secondFactor,
} from '#shared/auth-messages.ts'
export { announcements as announced, screenMessages as screen, screenHints as screens } from '#shared/screen-messages.ts'
export { exportMessages as export } from '#shared/export-messages.ts'
export { jobMessages as jobs } from '#shared/job-messages.ts'
export { orderExportMessages as orderExport } from '#shared/order-export-messages.ts'
export { orderMessages as orders } from '#shared/order-messages.ts'
export { platformMessages as platform } from '#shared/platform-messages.ts'
export { productScreenMessages as products } from '#shared/product-screen-messages.ts'
export { securityMessages as security } from '#shared/security-messages.ts'
export { serviceAccountMessages as serviceAccounts } from '#shared/service-account-messages.ts'
export { settingsMessages as settings } from '#shared/settings-messages.ts'
export { sheetMessages as sheets } from '#shared/sheet-messages.ts'
export { storeScreenMessages as stores } from '#shared/store-screen-messages.ts'
export { teamMessages as team, userMessages as users } from '#shared/team-messages.ts'
export { templateMessages as templates } from '#shared/template-messages.ts'
export { viewMessages as views } from '#shared/view-messages.ts'
export { webhookMessages as webhooks } from '#shared/webhook-messages.ts'
