package io.railhead.evidence.pci;

/// Names of PCI classes as lspci gives them (PCI Code and ID Assignment Specification).
final class PciClass {
    private PciClass() {}

    /// @param code as in sysfs: `0x020000`
    /// @return the name, or the code where Railhead has no use for the class
    static String name(String code) {
        if (code.length() < 6) return code;
        return switch (code.substring(2, 6)) {
            case "0200" -> "Ethernet controller";
            case "0207" -> "Infiniband controller";
            case "0280" -> "Network controller";
            case "0300" -> "VGA compatible controller";
            case "0302" -> "3D controller";
            case "0380" -> "Display controller";
            case "0108" -> "Non-Volatile memory controller";
            default -> code;
        };
    }
}
