/** Types that a schema may give an attribute. Spec 2 §A.2 */
export const attributeTypes = [
  'BINARY',
  'BOOLEAN',
  'COMPLEX',
  'DECIMAL',
  'INTEGER',
  'REFERENCE',
  'STRING',
  'DATETIME',
] as const;
export type AttributeType = (typeof attributeTypes)[number];

/** The flags of an attribute. Spec 2 §A.2 */
export const attributeFlags = [
  'NOT_UPDATEABLE',
  'NOT_CREATABLE',
  'NOT_READABLE',
  'NOT_RETURNED_BY_DEFAULT',
  'MULTIVALUED',
  'REQUIRED',
] as const;
export type AttributeFlag = (typeof attributeFlags)[number];

/** Operations on objects of a type. Spec 2 §A.2 */
export const operationNames = ['GET', 'QUERY', 'CREATE', 'UPDATE', 'DELETE'] as const;
export type OperationName = (typeof operationNames)[number];

/** The possible meanings of a failure at the remote. Spec 2 §A.2 */
export const exceptionTypes = [
  'BAD_REQUEST',
  'NOT_FOUND',
  'ALREADY_EXIST',
  'FORBIDDEN',
  'UNAUTHORIZED',
] as const;
export type ExceptionType = (typeof exceptionTypes)[number];

/** Operators that `filters` may translate. Spec 2 §A.2 */
export const filterOperators = [
  'equals',
  'contains',
  'startswith',
  'endswith',
  'lessoreq',
  'lessthan',
  'greateroreq',
  'greaterthan',
  'not',
  'presence',
  'and',
  'or',
] as const;
export type FilterOperator = (typeof filterOperators)[number];

/** Operators that look at one attribute. */
export const attributeOperators = filterOperators.filter(
  (name) => name !== 'not' && name !== 'and' && name !== 'or',
);

/** How a quotation mark is written inside of a quoted text. */
export const quoteEscapes = ['backslash', 'double'] as const;

/** How the connector authenticates to the remote. Spec 2 §5; NONE, not at all, is an extension. */
export const authenticationMethods = ['BASIC', 'OAUTH', 'JWT_TOKEN', 'TOKEN', 'NONE'] as const;
export type AuthenticationMethod = (typeof authenticationMethods)[number];

/** Grants of the method OAUTH. Spec 2 §A.1 */
export const grantTypes = ['client_credentials', 'refresh_token', 'jwt_bearer'] as const;
export type ConnectorGrantType = (typeof grantTypes)[number];

/** Strategies of paging. Spec 2 §A.2 */
export const paginationStrategies = ['offSetPagination', 'cookiePagination', 'pageSizePagination'] as const;
export type PaginationStrategy = (typeof paginationStrategies)[number];
