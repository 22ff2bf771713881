/** The product's name: the text logo, and the end of every page title. */
export const productTitle = 'Storefleet'
