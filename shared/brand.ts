/** The product's name in the text logo, in page titles, in authenticator apps and for passkeys. */
export const productTitle = 'Backcounter'
/** The version of the product, of its API's description and of the client package (Semantic Versioning). The manifests repeat it. */
export const productVersion = '0.1.0'
