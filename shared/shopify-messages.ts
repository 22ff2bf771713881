/** Messages about Shopify shops. Only the server needs them, so they are not part of `messages`, which every browser loads. */
export const shopifyMessages = {
  personsHidden:
    "Shopify hides customers' names, addresses, emails and phone numbers from this app: the shop's plan or the app's approval for protected customer data does not include them",
  ordersHidden: 'Shopify hides orders from this app: it is not approved for protected customer data',
  customersHidden: 'Customers are not visible (the scope read_customers is missing)',
  termsHidden: 'Payment terms are not visible, and their columns are empty (the scope read_payment_terms is missing)',
  preparing: (objects: number) =>
    `Shopify is preparing the file: ${objects.toLocaleString('en-US')} ${objects === 1 ? 'object' : 'objects'}`,
  ordersRefused: (store: string) =>
    `${store}: Shopify hides orders from this app. Please request access to protected customer data in the app's settings.`,
} as const
