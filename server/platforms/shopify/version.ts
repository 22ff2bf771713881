/** The version of Shopify's Admin API that every document here is written for. A test holds them against its schema. */
export const apiVersion = '2026-10'

export const graphqlPath = `/admin/api/${apiVersion}/graphql.json`
export const tokenPath = '/admin/oauth/access_token'
