/** What is said of stores and their shops besides shared/messages.ts. */
export const storeMessages = {
  notYetAnswered: (store: string) => `${store}: the shop has not answered yet`,
  totalWithout: (stores: readonly string[]) => `without ${stores.join(', ')}`,
}
