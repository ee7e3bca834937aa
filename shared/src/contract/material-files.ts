/** Returns the path at which a file of a class is read. Not part of the contract, because it answers with bytes. */
export const materialFilePath = (materialId: string) => `/v1/classroom_materials/${materialId}/file`;
