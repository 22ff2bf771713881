/**
 * The version of Shopify's Admin API that every document here is written for, and the only place that names it. A test holds the documents
 * against its schema; docs/shopify-version.md says how to move to the next.
 */
export const apiVersion = '2026-10'

export const graphqlPath = `/admin/api/${apiVersion}/graphql.json`
export const tokenPath = '/admin/oauth/access_token'
