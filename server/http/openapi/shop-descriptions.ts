// Descriptions of the schemas of stores, products and orders. They are separate, because browsers load the schemas.
import type { Descriptions } from './description.ts'

const nextPage = 'What the first versions called the next page. Use nextCursor.'
const updatedAfter = 'What changed at this time or later, to the second.'

export const shopDescriptions = {
  Failure: [
    'What every failed call answers.',
    { message: 'A sentence for the user.', error: 'The code, which never changes, and what belongs to it.' },
  ],
  About: [
    'What runs here.',
    { version: 'Of the product (Semantic Versioning).', api: 'The version of the REST API, which its addresses have too.' },
  ],
  Permission: 'A permission as resource:action.',
  Store: [
    'A connected shop. Its secrets never leave the server.',
    {
      domain: 'The host of the shop, without a scheme.',
      active: 'Whether it can be read and exported from.',
      currency: 'Three letters, ISO 4217.',
      timezone: 'An IANA name, such as Asia/Ho_Chi_Minh. Day filters mean whole days in this zone.',
      credential: 'How the shop lets us in.',
      locationId: 'The platform’s number of the location; null where none was given.',
      state: 'How the last call to the shop ended; null where it was not called yet.',
      stateSince: 'Since when it is in this state; null where it was not called yet.',
      stateReason: 'What is limited, or why the shop refuses; null otherwise.',
    },
  ],
  StoreCreateRequest: [
    'A store to connect, with the secrets of one kind of credential.',
    {
      domain: 'The host of the shop. A scheme and a trailing slash are taken off.',
      token: 'The admin access token, for platforms that have one.',
      clientId: 'For client credentials, with clientSecret.',
      apiKey: 'For an API key and password, with apiPassword.',
      sharedSecret: 'Optional, beside an API key and password: with it, the shop can tell us of changes of products.',
    },
  ],
  StoreUpdateRequest: 'The fields to change. An empty secret keeps the stored one.',
  StoreConnectRequest: [
    'A store to connect by approval, with the app that its shop approves.',
    {
      domain: 'The host of the shop, or the address of its admin.',
      clientId: 'From the settings of the app.',
      clientSecret: 'From the settings of the app. The signature of the shop’s answer is checked with it.',
    },
  ],
  StoreReconnectRequest: 'The app that a connected shop approves again.',
  StoreRedirectResponse: [
    'Where shops send the browser after an approval.',
    { redirectUrl: "Shopify compares it with the app's settings character by character." },
  ],
  StoreConnectResponse: ['Where the approval goes on.', { url: 'The page of the shop to open in the browser of this session.' }],
  StoreFinishRequest: 'How to save the store that was approved.',
  StoreListResponse: 'Stores.',
  StoreResponse: 'One store.',
  StoreSavedResponse: [
    'The store as it was saved.',
    { warning: 'Where the store has another currency or time zone than its shop; null otherwise.' },
  ],
  StoreTestResponse: [
    'What a test of the connection found.',
    {
      shopName: 'What the shop calls itself.',
      limits: 'What will be missing from lists and exports.',
      differences: 'Where the store differs from its shop.',
    },
  ],
  ListedProduct: [
    'A product in a list.',
    {
      id: 'The platform’s number, as text because it may have 19 digits.',
      category: 'The platform’s category; null where it has none.',
      image: 'The first picture; null where there is none.',
      priceRange: 'Null unless prices are included.',
      stock: 'Null unless prices are included, and where the shop counts none.',
      skus: 'Those of all variants, each once. Null unless they are included.',
      options: 'The names of the options. Null unless variants are included.',
      variants: 'All of them. Null unless they are included.',
    },
  ],
  ProductDetail: [
    'A whole product.',
    {
      options: 'The names of the options. Empty where there is one variant without a choice.',
      bodyHtml: 'The description, as HTML.',
      storefrontUrl: 'Where customers see it in the shop; null while it is not published.',
      createdAt: 'Null where the shop does not tell.',
      updatedAt: 'In whole seconds; null where the shop does not tell. It goes into expectedUpdatedAt of a change.',
    },
  ],
  ProductVariant: [
    'One variant of a product.',
    {
      optionValues: 'One for each of the product’s options, in their order.',
      price: 'A decimal text in the currency of the store.',
      compareAtPrice: 'A decimal text in the currency of the store; null where there is none.',
      inventoryPolicy: 'Whether it is sold when there is none left; null where the shop does not tell.',
      inventoryQuantity: 'Null where the shop does not count it.',
      imageId: 'One of the product’s images; null where the variant has none.',
    },
  ],
  ProductImage: ['One image of a product.', { url: 'Null while the platform still fetches the picture.' }],
  ProductFilters: [
    'Filters of products. All that are given must hold; several values of one mean any of them.',
    {
      collection: 'Ids of collections.',
      createdAfter: 'From this day on, in the time zone of the store.',
      createdBefore: 'Until this day, included, in the time zone of the store.',
      updatedAfter,
    },
  ],
  ProductListRequest: [
    'One page of products.',
    {
      include: 'What the rows carry on request, because it takes the shop longer. With variants, a page has at most 50 products.',
      cursor: 'nextCursor of the page before.',
      sinceId: 'lastProductId of the page before, on the platforms that have it. The same as cursor.',
    },
  ],
  ProductListResponse: ['One page of products.', { pageInfo: nextPage, warnings: 'What is missing from the page and why, in sentences.' }],
  ProductResponse: 'One product.',
  ProductCreateRequest: [
    'A product to create.',
    {
      options: 'The names of up to three options; the values are those of the variants.',
      images: 'The platform fetches them from there.',
      bodyHtml: 'The description, as HTML.',
    },
  ],
  ProductUpdateRequest: 'The changes of a product. What is left out stays as it is.',
  ProductCountRequest: 'Which products to count.',
  CountResponse: ['How many match.', { count: 'Null where a shop cannot count them.' }],
  OrderCountRequest: 'Which orders of which stores to count.',
  MetafieldDefinition: [
    'What the shop says about a metafield of products.',
    {
      type: 'One of Shopify’s, such as list.single_line_text_field.',
      column: 'Names it in exports and templates.',
      header: 'Of its column in files, as in Shopify’s own CSV.',
    },
  ],
  MetafieldsResponse: 'The metafields of products, by name.',
  Market: [
    'An active market of a shop, and the columns of its values in product exports.',
    {
      country: 'The first country of the market, ISO 3166. The columns show what buyers there see.',
      currency: 'In which these buyers pay, ISO 4217.',
      columns:
        'Whether a product is included, its price and its compare-at price: as exports and templates name them, and their headers in files, as in Shopify’s own CSV.',
    },
  ],
  MarketsResponse: [
    'The markets of a shop, by name.',
    { isHidden: 'Whether the shop hides its markets, because the app lacks the scope read_markets. Then none is listed.' },
  ],
  ProductMetadata: 'What the products of a store can be filtered by.',
  ProductMetadataRequest: 'The store to ask.',
  Order: [
    'An order in a list.',
    {
      platformOrderId: 'The platform’s number, as text because it may have 19 digits.',
      orderName: 'The number as people see it, such as #1001.',
      total: 'A decimal text with the digits of the currency.',
      customer: 'Null for guests.',
      financialStatus: 'Lower case; null where the platform says nothing.',
      fulfillmentStatus: 'Lower case; unfulfilled where the platform says nothing.',
      channel: 'Where it was placed: web, pos, or the number of an app.',
    },
  ],
  OrderDetail: [
    'A whole order. Amounts are decimal texts in its currency.',
    {
      paidAt: 'When it was fully paid; null before.',
      fulfilledAt: 'When the last of it was sent; null before.',
      cancelledAt: 'Null where it was not cancelled.',
      riskLevel: 'The worst that any assessment says: none, low, medium, high or pending; null where there is none.',
      shippingMethod: 'Null where nothing is shipped.',
    },
  ],
  OrderLine: [
    'One line of an order.',
    {
      id: 'Null where the platform does not tell it.',
      quantity: 'As ordered, with units that were removed or refunded later.',
      price: 'Of one unit, before discounts.',
      compareAtPrice: 'Of the variant as it is now; null where there is none.',
      discount: 'Of this line alone, without its share of the order’s discount.',
      image: 'A small picture; null where there is none.',
    },
  ],
  OrderAddress: 'An address. Province and country are codes where the platform gives them; null is what is not known.',
  OrderListRequest: [
    'One page of orders of one or several stores.',
    {
      createdAfter: 'From this day on, in the time zone of each store.',
      createdBefore: 'Until this day, included, in the time zone of each store.',
      cursor: 'nextCursor of the page before. It goes with the same filters and sort.',
      updatedAfter,
    },
  ],
  OrderListResponse: [
    'One page of orders.',
    {
      pageInfo: nextPage,
      warnings: 'Stores of which orders are missing, each by name and with the reason.',
      missing: 'Ids of the stores whose shop failed or has not answered yet.',
    },
  ],
  OrderFiguresRequest: 'The stores of the figures.',
  OrderFiguresResponse: 'What is known at this moment, in the order of the request.',
  StoreOrderFigures: [
    'The order figures of one store.',
    {
      figures: 'Null until the store is counted for the first time.',
      isUpdating: 'True while the store is being counted. Ask again.',
      problem: 'Why the last count failed; null where it did not.',
    },
  ],
  OrderFigures: [
    'Numbers of orders. Null: not counted yet, or the platform cannot count it.',
    {
      takenAt: 'When the figures were counted.',
      days: 'The last 14 days in the zone of the store, today last.',
      tabs: 'All orders, and those that are unfulfilled in whole or in part, unpaid, and paid.',
      overdue: 'The unfulfilled ones that are more than three days old.',
      oldest: 'The oldest unfulfilled order; null where there is none or the platform cannot find it.',
    },
  ],
  OrderResponse: 'One order.',
} as const satisfies Partial<Descriptions>
