"""The long form: a new cart price rule."""

import sqlite3
from dataclasses import dataclass

from mag.miniarena.shopping_admin.data_content import FIXED, PERCENT, WHOLE
from mag.miniarena.shopping_admin.tasks_common import HOME, Steps, joined, menu, one
from mag.miniarena.spec import Instance, Template, click, evaluation, finish, page_content, select, type_


@dataclass(frozen=True)
class Wish:
    """A rule that somebody wants."""

    name: str
    discount: str  # as people say it
    apply: str
    amount: str
    groups: tuple[str, ...]
    coupon: str
    starts: str = ""
    ends: str = ""
    per_customer: str = ""
    minimum: str = ""
    description: str = ""
    free_shipping: str = ""


WISHES = (
    Wish(
        "Spring Warm-Up",
        "20 percent off the product price",
        PERCENT,
        "20",
        ("General", "VIP Members"),
        "WARMUP20",
        "04/01/2026",
        "04/15/2026",
        per_customer="1",
    ),
    Wish(
        "Team Kickoff",
        "$30 off the whole cart",
        WHOLE,
        "30",
        ("Clubs & Teams",),
        "",
        "03/20/2026",
        "05/31/2026",
        minimum="200",
        description="Start of the outdoor season",
    ),
    Wish(
        "Trail Opening",
        "a fixed $8 off",
        FIXED,
        "8",
        ("NOT LOGGED IN", "General", "Retailer"),
        "TRAIL8",
        "05/01/2026",
        "05/10/2026",
        per_customer="2",
        description="For the opening weekend",
    ),
    Wish(
        "Wholesale Clearance",
        "35 percent off the product price",
        PERCENT,
        "35",
        ("Wholesale", "Retailer"),
        "CLEAR35",
        "06/01/2026",
        "06/30/2026",
        free_shipping="For matching items only",
    ),
)


def terms(wish: Wish) -> str:
    """The rest of the wish in words."""
    parts = [f"coupon code {wish.coupon}" if wish.coupon else "no coupon"]
    parts += [f"at most {wish.per_customer} use{'s' if wish.per_customer != '1' else ''} per customer"] if wish.per_customer else []
    parts += [f"only for carts from ${wish.minimum}"] if wish.minimum else []
    parts += [f"with free shipping {wish.free_shipping[0].lower()}{wish.free_shipping[1:]}"] if wish.free_shipping else []
    parts += [f'description "{wish.description}"'] if wish.description else []
    return ", ".join(parts)


def first_section(wish: Wish) -> Steps:
    """What is filled in under Rule Information."""
    steps = [type_("Rule Name", wish.name, f"Type '{wish.name}' into the 'Rule Name' field at the top.", "The name of the rule.")]
    if wish.description:
        steps.append(type_("Description", wish.description, f"Type '{wish.description}' into the 'Description' box.", "The description."))
    steps.append(click("checkbox", "Main Website", "Tick 'Main Website' in the 'Websites' box of the form.", "A website is required."))
    steps += [
        click("checkbox", group, f"Tick '{group}' in the 'Customer Groups' box below the websites.", "This group is meant.")
        for group in wish.groups
    ]
    if wish.coupon:
        steps += [
            select(
                "Coupon",
                "Specific Coupon",
                "Select 'Specific Coupon' in the 'Coupon' list below the groups.",
                "Customers have to enter a code.",
            ),
            type_("Coupon Code", wish.coupon, f"Type '{wish.coupon}' into the 'Coupon Code' field that appeared.", "The code."),
        ]
    if wish.per_customer:
        steps.append(
            type_("Uses per Customer", wish.per_customer, f"Type '{wish.per_customer}' into the 'Uses per Customer' field.", "The limit.")
        )
    return [
        *steps,
        type_("From", wish.starts, f"Type the start date '{wish.starts}' into the 'From' field.", "The first day."),
        type_("To", wish.ends, f"Type the end date '{wish.ends}' into the 'To' field below.", "The last day."),
    ]


def other_sections(wish: Wish) -> Steps:
    """What is filled in under Conditions and Actions."""
    steps: Steps = []
    if wish.minimum:
        steps += [
            click("button", "Conditions", "Open the section 'Conditions' by clicking its heading.", "The minimum is a condition."),
            type_(
                "Minimum Subtotal",
                wish.minimum,
                f"Type '{wish.minimum}' into the 'Minimum Subtotal' field of this section.",
                "Smaller carts get nothing.",
            ),
        ]
    steps.append(
        click("button", "Actions", "Open the section 'Actions' further down by clicking its heading.", "The discount is set there.")
    )
    if wish.apply != PERCENT:
        steps.append(select("Apply", wish.apply, f"Select '{wish.apply}' in the 'Apply' list.", "This is the kind of discount."))
    steps.append(
        type_("Discount Amount", wish.amount, f"Type '{wish.amount}' into the 'Discount Amount' field of this section.", "The discount.")
    )
    if wish.free_shipping:
        steps.append(
            select(
                "Free Shipping", wish.free_shipping, f"Select '{wish.free_shipping}' in the 'Free Shipping' list.", "Shipping is free too."
            )
        )
    return steps


def expected(wish: Wish) -> list[str]:
    """Parts of the saved form, written name=value;name=value in the order of its fields."""
    groups = ";".join(f"groups={group}" for group in wish.groups)
    coupon = f"coupon_type=Specific Coupon;coupon={wish.coupon};" if wish.coupon else "coupon_type=No Coupon;"
    return [
        f"name={wish.name};",
        f"active=on;websites=Main Website;{groups};{coupon}",
        f"uses_per_customer={wish.per_customer};",
        f"starts={wish.starts};ends={wish.ends};",
        f"minimum={wish.minimum};apply={wish.apply};amount={wish.amount};",
        f"free_shipping={wish.free_shipping or 'No'};",
        *([f"description={wish.description};"] if wish.description else []),
    ]


def new_rule(db: sqlite3.Connection) -> Template:
    """Create a price rule of many fields."""
    address = f"{HOME}/marketing/rules/{one(db, 'SELECT max(id) + 1 FROM price_rules')}"
    fields = "[...document.querySelectorAll('#rule [name]')].filter(f => f.type !== 'checkbox' || f.checked)"
    saved = f"{fields}.map(f => f.name + '=' + f.value + ';').join('')"
    instances = []
    for n, wish in enumerate(WISHES):
        demo = [
            *menu(n, "Marketing", "Cart Price Rules", "the list of price rules"),
            click("link", "Add New Rule", "Click 'Add New Rule' at the top right of the list.", "A new rule is wanted."),
            *first_section(wish),
            *other_sections(wish),
            click("button", "Save", "Click the 'Save' button in the bar at the top right.", "All fields are filled in."),
            finish(f"Stop here: the rule '{wish.name}' was saved and is in the list.", None, "The list shows the new rule."),
        ]
        values = {
            "name": wish.name,
            "discount": wish.discount,
            "groups": joined(list(wish.groups)),
            "start": wish.starts,
            "end": wish.ends,
            "terms": terms(wish),
        }
        instances.append(Instance(values, evaluation(pages=[page_content(address, *expected(wish), locator=saved)]), demo))
    return Template(
        35,
        "Create an active cart price rule named '{{name}}' on the Main Website that gives {{discount}} to the customer "
        "groups {{groups}} from {{start}} to {{end}}: {{terms}}.",
        instances,
    )


def rule_templates(db: sqlite3.Connection) -> list[Template]:
    """The templates of this part."""
    return [new_rule(db)]
