/** The names of the formats in assertions and signatures. */
export const samlNamespace = 'urn:oasis:names:tc:SAML:2.0:assertion';
export const samlProtocolNamespace = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#';

export const bearerMethod = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
export const holderOfKeyMethod = 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key';
export const unspecifiedNameIdFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';

export const envelopedTransform = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
export const exclusiveC14n = 'http://www.w3.org/2001/10/xml-exc-c14n#';
export const exclusiveC14nWithComments = 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments';
