/** All messages that follow an action or that tests assert, by area. Headings and labels are in their components. */
export * as messages from '#shared/all-messages.ts'
